// Links to a new password, mailed to the owner of an account: after somebody asked for one, or when an administrator invites.
import type { Clock } from '../../../platform/clock.ts';
import type { Writer } from '../../../platform/database/index.ts';
import type { Settings } from '../../../settings/index.ts';
import { recordAudit } from '../../audit/index.ts';
import type { Actor } from '../../audit/index.ts';
import { isJudgedByDirectory, isUsableAccount } from '../accounts/account-state.ts';
import type { UserRow } from '../accounts/people.store.ts';
import { insertLink } from '../credentials/account-links.store.ts';
import { hashSecret } from '../credentials/credentials.ts';
import type { AccountNews } from './account-mails.ts';
import { notifyOwner } from './account-news.ts';
import { invitationDays, makeLinkText, writeLink } from './links.ts';

export interface Sending {
  clock: Clock;
  settings: Settings;
  by: Actor;
}

const dayMs = 24 * 60 * 60_000;

/** Makes a link that lasts so long and tells the owner what `newsOf` says of its address. */
export async function mailPasswordLink(
  tx: Writer,
  { clock, settings, by }: Sending,
  user: UserRow,
  { lastsMs, newsOf }: { lastsMs: number; newsOf(url: string): AccountNews },
): Promise<void> {
  const nowMs = clock.nowMs();
  const text = makeLinkText();
  const link = { hash: hashSecret(text), user_id: user.id, purpose: 'password', email: user.email } as const;
  await insertLink(tx, { ...link, expires_at_ms: nowMs + lastsMs });
  await notifyOwner(tx, user, newsOf(writeLink('/new-password', text, settings)), { settings, nowMs });
  await recordAudit(tx, clock, { kind: 'password-link-sent', by, userId: user.id });
}

/** Whether the owner can choose a password here. */
export const isInvitable = (user: UserRow, settings: Settings): boolean =>
  isUsableAccount(user) && !isJudgedByDirectory(user, settings);

/** Has a link mailed by which the owner chooses a password, good for a week. */
export const sendInvitation = (tx: Writer, sending: Sending, user: UserRow): Promise<void> =>
  mailPasswordLink(tx, sending, user, {
    lastsMs: invitationDays * dayMs,
    newsOf: (url) => ({ kind: 'invitation', url, days: invitationDays }),
  });
