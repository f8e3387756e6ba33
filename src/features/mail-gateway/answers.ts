// Tells the writer of a mail why it was not used: at the address of their account, never at one that the mail names, and not
// often, so that nobody can have this site write to others.
import type { Writer } from '../../platform/database/index.ts';
import { isMailAddress, mailDomainOf, queueMail } from '../../platform/mail/index.ts';
import { displayName } from '../people/index.ts';
import type { Viewer } from '../projects/index.ts';
import * as store from './mail-gateway.store.ts';
import type { MailRow } from './mail-gateway.store.ts';

const dayMs = 24 * 60 * 60 * 1000;
const answersPerDay = 5;

/** Whether an answer was queued: no more than five a day go to one person. */
export async function answerRefusal(
  tx: Writer,
  { user, site }: Viewer,
  mail: MailRow,
  subject: string | null | undefined,
  reason: string,
  nowMs: number,
): Promise<boolean> {
  if (user === undefined || !isMailAddress(user.email)) return false;
  if ((await store.countAnswersSince(tx, user.id, nowMs - dayMs)) >= answersPerDay) return false;
  const isAnswerable = mail.message_id !== null && /^<[^<>\s\p{Cc}]+@[^<>\s\p{Cc}]+>$/u.test(mail.message_id);
  const named = subject ? ` “${subject}”` : '';
  await queueMail(
    tx,
    {
      to: user.email,
      subject: `Re: ${subject || 'your mail'}`,
      text: [
        `Hello ${displayName(user)},`,
        `your mail${named} could not be processed: ${reason}.`,
        'Nothing was changed. The mail is stored for a while, and site administrators can process it again.',
        'This is an automatic reply. Please do not reply to it.',
      ].join('\n\n'),
      headers: {
        'Auto-Submitted': 'auto-replied',
        'X-Auto-Response-Suppress': 'All',
        'X-Loop': `tepal@${mailDomainOf(site.settings)}`,
      },
      ...(isAnswerable && mail.message_id !== null
        ? { inReplyTo: mail.message_id, references: [mail.message_id] }
        : {}),
    },
    { nowMs },
  );
  return true;
}
