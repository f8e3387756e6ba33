// How often somebody may ask for what costs mail, work or a little knowledge: counted by network, by the network around it, and by
// account, in the counters that slow guessing.
import { hash as digest } from 'node:crypto';
import type { Writer } from '../../../platform/database/index.ts';
import { rateLimited } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { countFailure, networkOf, siteOf } from './sign-in-guard.ts';
import { listCountersOf, saveCounter } from './sign-in-guard.store.ts';

/** Of one subject so many at once; each is forgotten after a while, in ms. */
export interface AskBound {
  subject: string;
  most: number;
  forgottenAfterMs: number;
}

const minuteMs = 60_000;
/** Password links that one address, or a /64 of IPv6, may ask for in an hour or so; see docs/overload.md. */
const linksOfNetworkMax = 10;
/** The same for a wider network, a /24 of IPv4 or a /48 of IPv6. */
const linksOfSiteMax = 60;
/** Password links of one account in an hour or so, wherever they are asked for. */
const linksOfAccountMax = 3;
/** Mails in an hour or so that confirm another address of one account. */
const emailChangesMax = 5;
/** User names that one address, or a /64 of IPv6, may ask about in an hour or so. */
const nameChecksOfNetworkMax = 60;
/** The same for a wider network, a /24 of IPv4 or a /48 of IPv6. */
const nameChecksOfSiteMax = 240;
const hourMs = 60 * minuteMs;

const hourly = (kind: string, of: string, most: number): AskBound => ({
  subject: `${kind}:${digest('sha256', of, 'base64url').slice(0, 32)}`,
  most,
  forgottenAfterMs: hourMs / most,
});

/** Links to set a new password, asked for from one address. */
export const passwordLinkBounds = (address: string): AskBound[] => [
  hourly('link-network', networkOf(address), linksOfNetworkMax),
  hourly('link-site', siteOf(address), linksOfSiteMax),
];

/** The same links of one account, wherever they are asked for. */
export const passwordLinkBoundOf = (userId: number): AskBound => hourly('link-account', `${userId}`, linksOfAccountMax);

/** Mails that confirm another address of one account. */
export const emailChangeBoundOf = (userId: number): AskBound => hourly('email-account', `${userId}`, emailChangesMax);

/** User names that somebody asks about who registers. */
export const nameCheckBounds = (address: string): AskBound[] => [
  hourly('name-network', networkOf(address), nameChecksOfNetworkMax),
  hourly('name-site', siteOf(address), nameChecksOfSiteMax),
];

/** Counts one more; gives how long there is no room for it, in ms, and counts nothing then. */
export async function countAsk(tx: Writer, bounds: readonly AskBound[], nowMs: number): Promise<number> {
  const rows = await listCountersOf(
    tx,
    bounds.map(({ subject }) => subject),
  );
  const counters = bounds.map((one) => {
    const row = rows.find(({ subject, expires_at_ms: endMs }) => subject === one.subject && endMs > nowMs);
    const before = row === undefined ? undefined : { level: row.level, atMs: row.at_ms };
    return { ...one, next: countFailure(before, one.forgottenAfterMs, nowMs) };
  });
  const waitsMs = counters.map(({ next, most, forgottenAfterMs }) => (next.level - most) * forgottenAfterMs);
  const waitMs = Math.max(0, ...waitsMs);
  if (waitMs > 0) return waitMs;
  for (const { subject, next, forgottenAfterMs } of counters)
    await saveCounter(tx, {
      subject,
      level: next.level,
      at_ms: next.atMs,
      expires_at_ms: next.atMs + Math.ceil(next.level * forgottenAfterMs),
    });
  return 0;
}

/** Throws rate-limited where there is no room. */
export async function requireFewAsks(tx: Writer, bounds: readonly AskBound[], nowMs: number): Promise<void> {
  const waitMs = await countAsk(tx, bounds, nowMs);
  if (waitMs === 0) return;
  const seconds = Math.ceil(waitMs / 1000);
  throw rateLimited(says('ask.often')`too many requests; try again in ${seconds} s`, seconds);
}
