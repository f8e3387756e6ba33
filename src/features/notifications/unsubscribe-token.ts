// What a link says that ends mails of one artifact for one person, without signing in. Whoever has the mail may use it.
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Whom it is about: an account, or an address without one. */
export interface Leaving {
  readonly artifactId: number;
  /** User id, or the address. */
  readonly who: number | string;
}

const sign = (secret: string, payload: string): string =>
  createHmac('sha256', secret).update(`tepal unsubscribe 1 ${payload}`).digest('base64url').slice(0, 22);

/** Letters, digits, `-`, `_` and dots. `secret` is that of the install. */
export function writeLeaving(secret: string, { artifactId, who }: Leaving): string {
  const payload = `${artifactId}.${typeof who === 'number' ? who : `a${Buffer.from(who).toString('base64url')}`}`;
  return `${payload}.${sign(secret, payload)}`;
}

/** undefined for what this install did not write. */
export function readLeaving(secret: string, token: string): Leaving | undefined {
  const [, payload = '', id, who = '', signature = ''] =
    /^((\d{1,15})\.(\d{1,15}|a[\w-]{1,400}))\.([\w-]{22})$/.exec(token) ?? [];
  if (id === undefined || !timingSafeEqual(Buffer.from(signature), Buffer.from(sign(secret, payload))))
    return undefined;
  const isAddress = who.startsWith('a');
  return { artifactId: Number(id), who: isAddress ? Buffer.from(who.slice(1), 'base64url').toString() : Number(who) };
}
