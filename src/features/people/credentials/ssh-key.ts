// What a public key of SSH is (RFC 4253, 6.6; RFC 5656; RFC 8709): a type, and bytes that begin with it. Pure.
import { hash } from 'node:crypto';
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { truncate } from '../../../platform/texts/shorten.ts';

export interface SshKey {
  type: string;
  /** In base64, as authorized_keys has it. */
  blob: string;
  /** What follows the key in its line, such as whose it is. */
  comment: string;
  /** As ssh-keygen shows it. */
  fingerprint: string;
}

/** Fields behind the type; the numbers say how long each is in bytes. */
const fieldsByType: Readonly<Record<string, readonly (readonly [least: number, most: number])[]>> = {
  'ssh-ed25519': [[32, 32]],
  // Exponent, and modulus with a zero before it: from 2048 to 16,384 bits.
  'ssh-rsa': [
    [1, 8],
    [257, 2049],
  ],
  'ecdsa-sha2-nistp256': [
    [8, 8],
    [65, 65],
  ],
  'ecdsa-sha2-nistp384': [
    [8, 8],
    [97, 97],
  ],
  'ecdsa-sha2-nistp521': [
    [8, 8],
    [133, 133],
  ],
  'sk-ssh-ed25519@openssh.com': [
    [32, 32],
    [1, 255],
  ],
  'sk-ecdsa-sha2-nistp256@openssh.com': [
    [8, 8],
    [65, 65],
    [1, 255],
  ],
};

const keyTypes = Object.keys(fieldsByType).join(', ');

/** Texts of a key's bytes, each with its length before it; undefined where they are cut. */
function readFields(bytes: Buffer): Buffer[] | undefined {
  const fields: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    if (at + 4 > bytes.length) return undefined;
    const end = at + 4 + bytes.readUInt32BE(at);
    if (end > bytes.length) return undefined;
    fields.push(bytes.subarray(at + 4, end));
    at = end;
  }
  return fields;
}

/** SHA-256 of the bytes, as ssh-keygen writes it. */
export const fingerprintOf = (blob: string): string =>
  `SHA256:${hash('sha256', Buffer.from(blob, 'base64'), 'base64').replace('=', '')}`;

/** The key in a line of a `.pub` file. Throws invalid for what is none, and for kinds that are not taken. */
export function readSshKey(line: string): SshKey {
  const path = 'key';
  if (/PRIVATE KEY/.test(line))
    throw invalid(
      says('ssh-key.private')`is a private key, which you should never share; paste the line of the .pub file`,
      path,
    );
  const [, type = '', blob = '', comment = ''] =
    /^\s*([\w@.-]+)\s+([A-Za-z0-9+/]+={0,2})(?:[ \t]+([^\r\n]*))?\s*$/.exec(line) ?? [];
  const expected = fieldsByType[type];
  if (blob === '')
    throw invalid(
      says(
        'ssh-key.none',
      )`is not a public key; paste the single line of a .pub file, such as ssh-ed25519 AAAA… me@laptop`,
      path,
    );
  if (expected === undefined) throw invalid(says('ssh-key.kind')`has the type ${type}; use one of ${keyTypes}`, path);
  const [name, ...fields] = readFields(Buffer.from(blob, 'base64')) ?? [];
  const isWhole =
    name?.toString('latin1') === type &&
    fields.length === expected.length &&
    expected.every(([least, most], index) => {
      const length = fields[index]?.length ?? 0;
      return length >= least && length <= most;
    });
  if (!isWhole)
    throw invalid(
      type === 'ssh-rsa'
        ? says('ssh-key.rsa')`is damaged, or has fewer than 2048 bits or more than 16384`
        : says('ssh-key.damaged')`is damaged, or is not a key of type ${type}`,
      path,
    );
  return { type, blob, comment: truncate(comment.trim(), commentMaxLength), fingerprint: fingerprintOf(blob) };
}

const commentMaxLength = 200;
