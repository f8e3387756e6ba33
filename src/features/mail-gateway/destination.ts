// What an address of the gateway stands for.
import { readReplyAddress } from '../../platform/mail/index.ts';
import type { ReplyTarget } from '../../platform/mail/index.ts';

export type Destination =
  /** `reply+<token>`: the address proves who writes about what. */
  | { kind: 'reply'; place: ReplyTarget }
  /** `reply`: the Message-ID that the mail answers proves it. */
  | { kind: 'thread' }
  /** `artifact+<id>` and `tracker+<id>`, which prove nothing. */
  | { kind: 'artifact' | 'tracker'; id: number };

const openForm = /^(?:forge__)?(artifact|tracker)\+(\d{1,15})$/i;

/** Reads a whole address, in any case; undefined for one that the gateway does not have. */
export function readDestination(secret: string, domain: string, address: string): Destination | undefined {
  const at = address.lastIndexOf('@');
  if (at < 0 || address.slice(at + 1).toLowerCase() !== domain.toLowerCase()) return undefined;
  const local = address.slice(0, at);
  if (local.toLowerCase() === 'reply') return { kind: 'thread' };
  const place = readReplyAddress(secret, local);
  if (place !== undefined) return { kind: 'reply', place };
  const [, form, id] = openForm.exec(local) ?? [];
  if (form === undefined) return undefined;
  return { kind: form.toLowerCase() === 'tracker' ? 'tracker' : 'artifact', id: Number(id) };
}
