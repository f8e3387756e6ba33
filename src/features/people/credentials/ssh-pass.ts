// What proves to HTTP, for a while, that somebody has an SSH key: text that a client got over SSH. Pure.
import { createHmac, timingSafeEqual } from 'node:crypto';

export interface SshPass {
  readonly keyId: number;
  /** Milliseconds since 1970. */
  readonly endsAtMs: number;
  readonly mayWrite: boolean;
}

const sign = (secret: string, payload: string): string =>
  createHmac('sha256', secret).update(`tepal ssh pass 1 ${payload}`).digest('base64url');

/** `secret` is that of the install. */
export function writeSshPass(secret: string, { keyId, endsAtMs, mayWrite }: SshPass): string {
  const payload = `${keyId}.${endsAtMs}.${mayWrite ? 'w' : 'r'}`;
  return `tlp-s1-${payload}.${sign(secret, payload)}`;
}

export const hasPassForm = (text: string): boolean => text.startsWith('tlp-s1-');

/** undefined for what this install did not write. */
export function readSshPass(secret: string, text: string): SshPass | undefined {
  const [, payload = '', keyId, endsAtMs, right, signature = ''] =
    /^tlp-s1-((\d{1,15})\.(\d{1,15})\.([rw]))\.([\w-]{43})$/.exec(text) ?? [];
  if (keyId === undefined || !timingSafeEqual(Buffer.from(signature), Buffer.from(sign(secret, payload))))
    return undefined;
  return { keyId: Number(keyId), endsAtMs: Number(endsAtMs), mayWrite: right === 'w' };
}
