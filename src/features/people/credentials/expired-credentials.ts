// Removes credentials that prove nothing any more.
import type { Writer } from '../../../platform/database/index.ts';
import type { Settings } from '../../../settings/index.ts';
import { deleteExpiredLinks } from './account-links.store.ts';
import { tokenLifetimeMs } from './credentials.ts';
import { deleteTokensOlderThan } from '../accounts/people.store.ts';
import { sessionIdleMs, sessionLifetimeMs } from './session.ts';
import { deleteEndedSessions } from './sessions.store.ts';
import { deleteExpiredCounters } from './sign-in-guard.store.ts';

/** How long an expired token is still known, so that its owner is told that it expired. */
const expiredTokensRetentionMs = 7 * tokenLifetimeMs;

/** Removes long expired tokens, sessions that are over, links in mails that were not used, and counters of failed sign-ins that count no more. */
export async function deleteExpiredCredentials(tx: Writer, settings: Settings, nowMs: number): Promise<void> {
  await deleteTokensOlderThan(tx, nowMs - expiredTokensRetentionMs);
  await deleteEndedSessions(tx, {
    createdBeforeMs: nowMs - sessionLifetimeMs(settings),
    usedBeforeMs: nowMs - sessionIdleMs(settings),
  });
  await deleteExpiredCounters(tx, nowMs);
  await deleteExpiredLinks(tx, nowMs);
}
