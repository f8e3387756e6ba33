import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { countFailure, forgivenAfterMs, networkOf, siteOf, waitMs } from './sign-in-guard.ts';
import { subjectsOf } from './sign-in-guard.service.ts';
import type { Counter, FailureCounters } from './sign-in-guard.ts';

const now = 1_000_000_000_000;
const at = (level: number, agoMs = 0): Counter => ({ level, atMs: now - agoMs });
const nothing: FailureCounters = {
  pair: undefined,
  address: undefined,
  account: undefined,
  site: undefined,
  isSiteOfOne: false,
  isKnownAddress: false,
};
const minuteMs = 60_000;

const rows: [title: string, standing: Partial<FailureCounters>, waitMs: number][] = [
  ['no failure', {}, 0],
  ['fourteen failures of a pair cost nothing', { pair: at(14) }, 0],
  ['the fifteenth costs a second', { pair: at(15) }, 1000],
  ['each further one doubles', { pair: at(18) }, 8000],
  ['the wait passes', { pair: at(18, 3000) }, 5000],
  ['and is over', { pair: at(18, 8000) }, 0],
  ['it has a cap', { pair: at(500) }, 15 * minuteMs],
  ['a known place waits for failures of its own too', { pair: at(18), isKnownAddress: true }, 8000],
  ['an address that failed with many names waits', { address: at(33) }, 8000],
  ['but not for an account that is at home there', { address: at(33), isKnownAddress: true }, 0],
  ['the longer wait counts', { pair: at(15), address: at(33) }, 8000],
  ['an account under attack stays open for addresses that did not fail', { account: at(5000) }, 0],
  ['but has no patience with those that did', { account: at(50), pair: at(1) }, minuteMs],
  ['unless they are known', { account: at(50), pair: at(1), isKnownAddress: true }, 0],
  ['a network of one owner loses patience with all its addresses', { site: at(243), isSiteOfOne: true }, 8000],
  ['but not with who is at home there', { site: at(243), isSiteOfOne: true, isKnownAddress: true }, 0],
  ['nor where it has many owners', { site: at(5000) }, 0],
  ['an attack is over some day', { account: at(50, 11 * minuteMs), pair: at(1) }, 0],
];

describe('how long an attempt waits', () => {
  for (const [title, counters, wanted] of rows) {
    test(title, () => assert.equal(waitMs({ ...nothing, ...counters }, now), wanted));
  }
});

test('a name counts as one, however it is written', () => {
  const wanted = subjectsOf('andr\u00e9', '192.0.2.7');
  for (const name of ['andre\u0301', 'ANDR\u00c9', 'ANDRE\u0301'])
    assert.deepEqual(subjectsOf(name, '192.0.2.7'), wanted);
});

test('time forgives failures, and never more than there were', () => {
  assert.deepEqual(countFailure(undefined, forgivenAfterMs.pair, now), at(1));
  assert.deepEqual(countFailure(at(4, forgivenAfterMs.pair), forgivenAfterMs.pair, now), at(4));
  assert.deepEqual(countFailure(at(4, 99 * forgivenAfterMs.pair), forgivenAfterMs.pair, now), at(1));
});

const networks: [address: string, network: string][] = [
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
];

const sites: [address: string, site: string][] = [
  ['192.0.2.7', '192.0.2.0/24'],
  ['::ffff:192.0.2.7', '192.0.2.0/24'],
  ['2001:0db8:0001:ffff::9', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
];

describe('what shares a turn', () => {
  for (const [address, site] of sites) test(address, () => assert.equal(siteOf(address), site));
});

describe('what is counted as one address', () => {
  for (const [address, network] of networks) test(address, () => assert.equal(networkOf(address), network));
});
