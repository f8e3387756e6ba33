// What a mail is before it is sent, and the texts that may stand in its headers.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { shorten } from '../texts/shorten.ts';

/** A name that people read, and where mail for it goes. */
export const Mailbox = Type.Object({ name: Type.String(), address: Type.String() });
export type Mailbox = Static<typeof Mailbox>;

export const MailMessage = Type.Object({
  /** One bare address. */
  to: Type.String(),
  subject: Type.String(),
  text: Type.String(),
  html: Type.Optional(Type.String()),
  /** An event for calendars (RFC 5545), whose METHOD is PUBLISH or CANCEL. */
  calendar: Type.Optional(Type.String()),
  /** By default the server's own sender. */
  from: Type.Optional(Mailbox),
  replyTo: Type.Optional(Type.String()),
  /** `<local@domain>`; by default a new one. */
  messageId: Type.Optional(Type.String()),
  inReplyTo: Type.Optional(Type.String()),
  references: Type.Optional(Type.Array(Type.String())),
  /** Further headers by their names. */
  headers: Type.Optional(Type.Record(Type.String(), Type.String())),
});
export type MailMessage = Static<typeof MailMessage>;

/** Characters of one header; the rest is cut off. */
const headerCharactersMax = 500;

/** Line breaks and other control characters; `foldable` ones become a blank, those that turn the direction of text go. */
const foldable = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;
const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A text as it may stand in one line of a header: at most 500 characters, the rest is cut. */
export function toHeaderText(text: string): string {
  const line = text.toWellFormed().replace(turning, '').replace(foldable, ' ').trim();
  return shorten(line, headerCharactersMax);
}

/** Whether mail can be sent to it: a bare address without quotes, comments, blanks and control characters. */
export const isMailAddress = (text: string): boolean =>
  text.length <= 254 && /^[^\s\p{Cc}@<>()[\]\\,;:"]{1,64}@[^\s\p{Cc}@<>()[\]\\,;:"]+$/u.test(text);

/** Reads `address`, `Name <address>` and `"Name" <address>`; undefined for anything else. */
export function readMailbox(text: string): Mailbox | undefined {
  const whole = text.trim();
  const [, quoted, plain = '', bracketed] = /^(?:"([^"\\]*)"\s*|([^"<>@]*))<([^<>]*)>$/.exec(whole) ?? [];
  const address = (bracketed ?? whole).trim();
  return isMailAddress(address) ? { name: (quoted ?? plain).trim(), address } : undefined;
}

const isMessageId = (text: string): boolean => /^<[^<>\s\p{Cc}]+@[^<>\s\p{Cc}]+>$/u.test(text);

function requireFormat(isRight: boolean, what: string, text: string | undefined): void {
  if (!isRight) throw new Error(`a mail can't have the ${what} ${JSON.stringify(text)}`);
}

/** The message with texts that can't leave their header. Throws an Error for addresses, ids and names of headers that could. */
export function checkMessage(message: MailMessage): MailMessage {
  const { to, from, replyTo, headers = {}, messageId, inReplyTo, references = [], html } = message;
  for (const address of [to, from?.address, replyTo]) {
    requireFormat(address === undefined || isMailAddress(address), 'address', address);
  }
  for (const id of [messageId, inReplyTo, ...references]) {
    requireFormat(id === undefined || isMessageId(id), 'message id', id);
  }
  for (const name of Object.keys(headers)) requireFormat(/^[A-Za-z][A-Za-z0-9-]*$/.test(name), 'header', name);
  const clean = (text: string): string => text.toWellFormed().replaceAll('\0', '');
  return {
    ...message,
    subject: toHeaderText(message.subject),
    text: clean(message.text),
    ...(html === undefined ? {} : { html: clean(html) }),
    ...(from === undefined ? {} : { from: { ...from, name: toHeaderText(from.name) } }),
    headers: Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, toHeaderText(text)])),
  };
}
