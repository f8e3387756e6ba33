// Mail: what goes out waits in an outbox until an SMTP server has it.
import './mail.tables.ts';

export { createMailDelivery } from './delivery.ts';
export type { MailDelivery } from './delivery.ts';
export { mailDomainOf, mailDestinationOf, senderOf } from './mail-destination.ts';
export { mailStatuses } from './mail.tables.ts';
export { isMailAddress } from './message.ts';
export type { MailMessage } from './message.ts';
export { openTransport } from './transport.ts';
export { createOutbox, dropOldMails, queueMail, queueMails } from './outbox.ts';
export type { Outbox } from './outbox.ts';
export { messageIdOf, readMessageIds, readReplyAddress, replyAddressOf } from './reply-address.ts';
export type { ReplyTarget } from './reply-address.ts';
