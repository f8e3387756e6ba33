// The rule that slows guessing (spec ruling 14), pure. An account and an address are counted as a pair, so that failures
// elsewhere never keep an owner out; beside it an address in total, and an account in total, which only shortens patience
// with addresses that failed themselves. Constants are explained in docs/security.md.

/** Failures with the moment of the last one; the level is that of this moment. */
export interface Counter {
  level: number;
  atMs: number;
}

export interface Standing {
  pair: Counter | undefined;
  address: Counter | undefined;
  account: Counter | undefined;
  /** The account was signed in to from this address lately. */
  isKnownPlace: boolean;
}

const minuteMs = 60_000;

/** Time that takes one failure away. */
export const forgivenAfterMs = { pair: 60 * minuteMs, address: 2 * minuteMs, account: 10 * minuteMs } as const;

export const knownPlaceMs = 30 * 24 * 60 * minuteMs;

interface Patience {
  /** So many failures less one cost nothing. */
  free: number;
  firstWaitMs: number;
}

const usual: Patience = { free: 15, firstWaitMs: 1000 };
const short: Patience = { free: 1, firstWaitMs: minuteMs };
const wholeAddress: Patience = { free: 30, firstWaitMs: 1000 };
/** Failures of an account from anywhere that make patience short at addresses it does not know. */
const underAttack = 50;
const longestWaitMs = 15 * minuteMs;

const levelAt = (counter: Counter | undefined, forgivenMs: number, nowMs: number): number =>
  counter === undefined ? 0 : Math.max(0, counter.level - (nowMs - counter.atMs) / forgivenMs);

/** The counter after one more failure. */
export const countFailure = (counter: Counter | undefined, forgivenMs: number, nowMs: number): Counter => ({
  level: levelAt(counter, forgivenMs, nowMs) + 1,
  atMs: nowMs,
});

function remainingMs(counter: Counter | undefined, { free, firstWaitMs }: Patience, nowMs: number): number {
  // Rounded, because seconds between failures forgive a trifle.
  const failures = Math.round(counter?.level ?? 0);
  if (counter === undefined || failures < free) return 0;
  const waitMs = Math.min(longestWaitMs, firstWaitMs * 2 ** (failures - free));
  return Math.max(0, counter.atMs + waitMs - nowMs);
}

/** How long the next attempt must wait; 0: not at all. */
export function waitMs({ pair, address, account, isKnownPlace }: Standing, nowMs: number): number {
  if (isKnownPlace) return remainingMs(pair, usual, nowMs);
  const isAttacked = levelAt(account, forgivenAfterMs.account, nowMs) >= underAttack;
  return Math.max(remainingMs(pair, isAttacked ? short : usual, nowMs), remainingMs(address, wholeAddress, nowMs));
}

/** What is counted as one address: an IPv4 address, or the /64 of an IPv6 address, which one household or host owns. */
export function networkOf(address: string): string {
  const plain = (address.split('%', 1)[0] ?? '').toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');
  if (!plain.includes(':')) return plain;
  const [head = '', tail] = plain.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array.from({ length: gap }, () => '0'), ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
