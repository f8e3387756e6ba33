// The rule that slows guessing (spec ruling 14), pure. An account and an address are counted as a pair, so that failures
// elsewhere never keep an owner out; beside it an address in total, the network of whoever owns many addresses, and an account in
// total, which only shortens patience with addresses that failed themselves. Constants are explained in docs/security.md.

/** Failures with the moment of the last one; the level is that of this moment. */
export interface Counter {
  level: number;
  atMs: number;
}

export interface FailureCounters {
  pair: Counter | undefined;
  address: Counter | undefined;
  account: Counter | undefined;
  /** Of the IPv6 /48 or IPv4 /24 around the address. */
  site: Counter | undefined;
  /** Whether the failures of the site slow its addresses: an IPv4 /24 has many owners. */
  isSiteOfOne: boolean;
  /** The account was signed in to from this address lately. */
  isKnownAddress: boolean;
}

const minuteMs = 60_000;

/** Time that takes one failure away. */
export const forgivenAfterMs = {
  pair: 60 * minuteMs,
  address: 2 * minuteMs,
  account: 10 * minuteMs,
  site: minuteMs / 4,
} as const;

export const knownAddressMs = 30 * 24 * 60 * minuteMs;

interface WaitRule {
  /** So many failures less one cost nothing. */
  free: number;
  firstWaitMs: number;
}

const usual: WaitRule = { free: 15, firstWaitMs: 1000 };
const short: WaitRule = { free: 1, firstWaitMs: minuteMs };
const wholeAddress: WaitRule = { free: 30, firstWaitMs: 1000 };
/** As much as eight addresses, because an IPv6 /48 has 65,536 of them, and may be shared by many. */
const wholeSite: WaitRule = { free: 240, firstWaitMs: 1000 };
/** Where so many failed lately, others come first. */
const muchFailed = 5;
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

function remainingMs(counter: Counter | undefined, { free, firstWaitMs }: WaitRule, nowMs: number): number {
  // Rounded, because seconds between failures forgive a trifle.
  const failures = Math.round(counter?.level ?? 0);
  if (counter === undefined || failures < free) return 0;
  const waitMs = Math.min(longestWaitMs, firstWaitMs * 2 ** (failures - free));
  return Math.max(0, counter.atMs + waitMs - nowMs);
}

/** How long the next attempt must wait; 0: not at all. */
export function waitMs(counters: FailureCounters, nowMs: number): number {
  const { pair, address, account, site, isSiteOfOne, isKnownAddress } = counters;
  if (isKnownAddress) return remainingMs(pair, usual, nowMs);
  const isAttacked = levelAt(account, forgivenAfterMs.account, nowMs) >= underAttack;
  return Math.max(
    remainingMs(pair, isAttacked ? short : usual, nowMs),
    remainingMs(address, wholeAddress, nowMs),
    isSiteOfOne ? remainingMs(site, wholeSite, nowMs) : 0,
  );
}

/** Whether so much failed lately, of the pair at a known place, else of the whole site, that others are looked at first. */
export function hasFailedMuch({ pair, site, isKnownAddress }: FailureCounters, nowMs: number): boolean {
  return isKnownAddress
    ? levelAt(pair, forgivenAfterMs.pair, nowMs) >= muchFailed
    : levelAt(site, forgivenAfterMs.site, nowMs) >= muchFailed;
}

/** What is counted as one address: an IPv4 address, or the /64 of an IPv6 address, which one household or host owns. */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  return isSix(plain) ? `${firstGroups(plain, 4)}::/64` : plain;
}

/** What may belong to one owner, and shares a turn: the /24 of an IPv4 address, or the /48 of an IPv6 address. */
export function siteOf(address: string): string {
  const plain = plainAddress(address);
  return isSix(plain) ? `${firstGroups(plain, 3)}::/48` : `${plain.split('.').slice(0, 3).join('.')}.0/24`;
}

const plainAddress = (address: string): string =>
  (address.split('%', 1)[0] ?? '').toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');

const isSix = (plain: string): boolean => plain.includes(':');

/** Whether the address is one of IPv6, whose /48 is given to one owner. */
export const isOfSix = (address: string): boolean => isSix(plainAddress(address));

function firstGroups(plain: string, count: number): string {
  const [head = '', tail] = plain.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array.from({ length: gap }, () => '0'), ...after];
  return groups
    .slice(0, count)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
