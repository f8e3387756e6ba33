// From the bytes of a message to what its writer said. Whatever the bytes are, the outcome is this or a refusal, but it may take
// long: read-message.ts bounds that.
import { says } from '../../../platform/texts/said.ts';
import type { Address, Attachment, Email, Header } from 'postal-mime';
import { htmlToText } from './html-text.ts';
import { refused } from './mail-refusal.ts';
import { mendMessage } from './mend-message.ts';
import { readReply } from './reply-text.ts';
import type { ReplyOptions } from './reply-text.ts';
import { truncate } from '../../../platform/texts/shorten.ts';

export interface MailAttachment {
  name: string;
  mimeType: string;
  content: Uint8Array;
}

export interface MessageParts {
  /** Values of the headers that anybody asks about, with names in lower case, in the order of the message; long ones are cut. */
  headers: readonly { name: string; value: string }[];
  /** Bare addresses of the From line. */
  from: string[];
  /** One line; empty where there is none. */
  subject: string;
  /** What its writer wrote themselves, as plain text whose lines end with line feeds; may be empty. */
  text: string;
  attachments: MailAttachment[];
  /** How many more there are. */
  attachmentsLeft: number;
}

/** Headers that say what a message answers, who vouches for it, and whether a program wrote it. */
const askedHeaders: readonly string[] = [
  'authentication-results',
  'auto-submitted',
  'content-type',
  'in-reply-to',
  'list-id',
  'list-unsubscribe',
  'message-id',
  'precedence',
  'received-spf',
  'references',
  'return-path',
  'x-auto-response-suppress',
  'x-autoreply',
  'x-autorespond',
  'x-autorespond-to',
  'x-loop',
];
/** Headers of one message, of those that are asked for; the others are left out. */
const headersMax = 500;
/** Characters of one header; the rest is cut off. */
const headerLengthMax = 20_000;
/** More in a From line are no less a refusal. */
const sendersMax = 50;
/** Attachments of one message; the others are left out, and a note says so. */
export const attachmentsMax = 50;

/** What a text field can hold: no control characters but tabs and line feeds, no halves of letters. */
const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(/[\u0000\u0002-\u0008\u000b-\u001f\u007f-\u009f\ufeff]/g, '');

/** One line without what turns the direction of text or takes no room. */
const cleanLine = (text: string): string =>
  cleanText(text)
    .replace(/[\u0001\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** Characters of a text that are looked at; more than a comment takes, with what it quotes. */
const textMax = 262_144;
/** Characters of an attachment's name, the last ones. */
const nameMax = 200;

/** The last part of what may be a path, and no more letters than fit. */
const cleanName = (name: string | null, fallback: string): string => {
  const last =
    cleanLine(name ?? '')
      .split(/[/\\]/)
      .at(-1) ?? '';
  return [...last].slice(-nameMax).join('') || fallback;
};

const bytesOf = (content: ArrayBuffer | Uint8Array | string): Uint8Array =>
  typeof content === 'string'
    ? Buffer.from(content)
    : content instanceof Uint8Array
      ? content
      : new Uint8Array(content);

/** Signatures of S/MIME and PGP, which say nothing to readers. */
const signatureTypes: readonly string[] = [
  'application/pkcs7-signature',
  'application/x-pkcs7-signature',
  'application/pgp-signature',
  'application/pgp-keys',
];

const extensions: Readonly<Record<string, string>> = { 'message/rfc822': 'eml', 'text/calendar': 'ics' };

const isOfUse = ({ mimeType }: Attachment): boolean =>
  !signatureTypes.includes(mimeType) && !mimeType.startsWith('message/delivery-status');

const listAttachments = (attachments: readonly Attachment[]): MailAttachment[] =>
  attachments.slice(0, attachmentsMax).map(({ filename, mimeType, content }, index) => ({
    name: cleanName(filename, `attachment-${index + 1}.${extensions[mimeType] ?? 'bin'}`),
    mimeType: /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}$/.test(mimeType) ? mimeType : 'application/octet-stream',
    content: bytesOf(content),
  }));

type ReadAddresses = (value: string, options: { flatten: true }) => Address[];

/** Bare addresses of all From lines: a message with several has no writer that could be believed. */
const addressesOf = (headers: readonly Header[], readAddresses: ReadAddresses): string[] =>
  headers
    .filter(({ key }) => key === 'from')
    .flatMap(({ value }) => readAddresses(value, { flatten: true }))
    .flatMap(({ address = '' }) => (address.includes('@') ? [address.toLowerCase()] : []));

/** Throws MailRefusal for what is nested or headed beyond measure, or whose text is encrypted. */
export async function parseMessage(raw: Uint8Array, options: ReplyOptions): Promise<MessageParts> {
  const { default: Parser, addressParser, decodeWords } = await import('postal-mime');
  let email: Email;
  try {
    email = await Parser.parse(mendMessage(raw, decodeWords), { forceRfc822Attachments: true });
  } catch (error) {
    throw refused(says('mail.unreadable')`it can't be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  const headers = email.headers
    .filter(({ key }) => askedHeaders.includes(key))
    .slice(0, headersMax)
    .map(({ key, value }) => ({ name: key, value: cleanLine(truncate(value, headerLengthMax)) }));
  requireClear(headers.find(({ name }) => name === 'content-type')?.value ?? '');
  const attachments = email.attachments.filter(isOfUse);
  const read = (text: string): string => readReply(cleanText(truncate(text, textMax)), options);
  return {
    headers,
    from: addressesOf(email.headers, addressParser).slice(0, sendersMax),
    subject: cleanLine(email.subject ?? ''),
    text: email.text?.trim() ? read(email.text) : await readHtml(email.html ?? '', read),
    attachments: listAttachments(attachments),
    attachmentsLeft: Math.max(0, attachments.length - attachmentsMax),
  };
}

/** Some programs let people write within what they call the signature: where nothing else is left, that is the text. */
async function readHtml(html: string, read: (text: string) => string): Promise<string> {
  return read(await htmlToText(html)) || read(await htmlToText(html, { keepsSignatures: true }));
}

function requireClear(contentType: string): void {
  const isEncrypted =
    /^multipart\/encrypted\b/i.test(contentType) ||
    (/^application\/(?:x-)?pkcs7-mime\b/i.test(contentType) && !/smime-type="?signed-data/i.test(contentType));
  if (isEncrypted) throw refused(says('mail.encrypted')`it is encrypted; send it without encryption`);
}
