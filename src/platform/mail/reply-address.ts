// Addresses that prove who writes about which artifact. What a reply is sent to stands in nobody else's mail, so whoever
// knows it is taken for the person; it holds until the account is closed or the secret of the install changes.
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Whose comment on which artifact a reply becomes. */
export interface ReplyTarget {
  /** Below 2^48, as `userId`. */
  artifactId: number;
  userId: number;
}

const idBytes = 6;
const signatureBytes = 12;
const tokenPattern = /^[a-z2-7]{39}$/;

/** Base32 without padding, in small letters: mail programs may change the case of an address (RFC 4648, section 6). */
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

const encode = (bytes: Buffer): string =>
  [...bytes]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('')
    .match(/.{1,5}/g)
    ?.map((bits) => alphabet[Number.parseInt(bits.padEnd(5, '0'), 2)])
    .join('') ?? '';

function decode(text: string): Buffer {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

const sign = (secret: string, ids: Buffer): Buffer =>
  createHmac('sha256', secret).update('tepal reply address 1').update(ids).digest().subarray(0, signatureBytes);

function tokenOf(secret: string, { artifactId, userId }: ReplyTarget): string {
  const ids = Buffer.alloc(2 * idBytes);
  ids.writeUIntBE(artifactId, 0, idBytes);
  ids.writeUIntBE(userId, idBytes, idBytes);
  return encode(Buffer.concat([ids, sign(secret, ids)]));
}

/** What a token of 39 letters says; undefined for one that this install did not make. Takes as long for either. */
function readToken(secret: string, token: string): ReplyTarget | undefined {
  const text = token.toLowerCase();
  if (!tokenPattern.test(text)) return undefined;
  const bytes = decode(text);
  const ids = bytes.subarray(0, 2 * idBytes);
  const isOurs = timingSafeEqual(bytes.subarray(2 * idBytes), sign(secret, ids)) && encode(bytes) === text;
  return isOurs ? { artifactId: ids.readUIntBE(0, idBytes), userId: ids.readUIntBE(idBytes, idBytes) } : undefined;
}

/** `reply+<token>@domain`, for the person alone; 45 octets before the @. `secret` is that of the install. */
export const replyAddressOf = (secret: string, target: ReplyTarget, domain: string): string =>
  `reply+${tokenOf(secret, target)}@${domain}`;

/** Reads what replyAddressOf wrote, the part before the @ alone, in any case; undefined for anything else. */
export function readReplyAddress(secret: string, localPart: string): ReplyTarget | undefined {
  const token = /^reply\+([^@]*)$/i.exec(localPart)?.[1];
  return token === undefined ? undefined : readToken(secret, token);
}

/**
 * Message-ID of a mail to one person about one changeset, with its brackets. Programs that answer to the sender instead of
 * Reply-To still name it in In-Reply-To, which proves the same.
 */
export const messageIdOf = (secret: string, target: ReplyTarget & { changesetId: number }, domain: string): string =>
  `<artifact-${target.artifactId}-changeset-${target.changesetId}.${tokenOf(secret, target)}@${domain}>`;

/** The place that the first Message-ID of ours in a header such as In-Reply-To proves; undefined where there is none. */
export function readMessageIds(secret: string, header: string): ReplyTarget | undefined {
  for (const [, token = ''] of header.matchAll(/artifact-\d{1,15}-changeset-\d{1,15}\.([a-z2-7]{39})@/gi)) {
    const target = readToken(secret, token);
    if (target !== undefined) return target;
  }
  return undefined;
}
