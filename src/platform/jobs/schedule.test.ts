import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retryDelayMs } from './retry.ts';
import { dayOf, latestOccurrence, nextOccurrence } from './schedule.ts';

const ms = (iso: string): number => Temporal.Instant.from(iso).epochMilliseconds;
const utc = (atMs: number | undefined): string | undefined =>
  atMs === undefined ? undefined : Temporal.Instant.fromEpochMilliseconds(atMs).toString();

const at = (text: string) => {
  const [hour = 0, minute = 0] = text.split(':').map(Number);
  return { hour, minute };
};

const next: [what: string, time: string, zone: string, after: string, expected: string][] = [
  ['later today', '00:10', 'UTC', '2026-11-21T00:00:00Z', '2026-11-21T00:10:00Z'],
  ['never the moment itself', '00:10', 'UTC', '2026-11-21T00:10:00Z', '2026-11-22T00:10:00Z'],
  ['over the end of the year', '00:10', 'UTC', '2026-12-31T12:00:00Z', '2027-01-01T00:10:00Z'],
  ['by the day of the zone', '00:10', 'Asia/Tokyo', '2026-11-20T15:00:00Z', '2026-11-20T15:10:00Z'],
  ['across a day of 23 hours', '00:10', 'Europe/Berlin', '2026-03-28T23:10:00Z', '2026-03-29T22:10:00Z'],
  ['across a day of 25 hours', '00:10', 'Europe/Berlin', '2026-10-24T22:10:00Z', '2026-10-25T23:10:00Z'],
  ['after a time that is skipped', '02:30', 'Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-29T01:30:00Z'],
  ['the day after it again', '02:30', 'Europe/Berlin', '2026-03-29T01:30:00Z', '2026-03-30T00:30:00Z'],
  ['the first of a time that comes twice', '02:30', 'Europe/Berlin', '2026-10-24T12:00:00Z', '2026-10-25T00:30:00Z'],
  ['not its second', '02:30', 'Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-26T01:30:00Z'],
  ['a midnight that is skipped', '00:10', 'America/Santiago', '2026-09-05T12:00:00Z', '2026-09-06T04:10:00Z'],
];
for (const [what, time, zone, after, expected] of next) {
  test(`the next ${time} in ${zone} is ${what}`, () => {
    assert.equal(utc(nextOccurrence(at(time), ms(after), zone)), expected);
  });
}

test('each day of two years has one occurrence, in every time zone and at every time', () => {
  for (const zone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'America/Santiago', 'UTC']) {
    for (const time of ['00:00', '00:10', '01:45', '02:30', '23:59']) {
      const days: string[] = [];
      const endMs = ms('2028-01-01T12:00:00Z');
      for (let atMs = nextOccurrence(at(time), ms('2026-01-01T12:00:00Z'), zone); atMs <= endMs;) {
        days.push(dayOf(atMs, zone));
        atMs = nextOccurrence(at(time), atMs, zone);
      }
      assert.equal(days.length, 730, `${zone} ${time}`);
      assert.equal(new Set(days).size, 730, `${zone} ${time}`);
    }
  }
});

const latest: [what: string, zone: string, now: string, expected: string | undefined][] = [
  ['the moment itself', 'UTC', '2026-11-21T00:10:00Z', '2026-11-21T00:10:00Z'],
  ['yesterday’s, nearly a day old', 'UTC', '2026-11-21T00:09:59Z', '2026-11-20T00:10:00Z'],
  ['none on a day of 25 hours before the next', 'Europe/Berlin', '2026-10-25T22:30:00Z', undefined],
  ['the newer of two on a day of 23 hours', 'Europe/Berlin', '2026-03-29T22:30:00Z', '2026-03-29T22:10:00Z'],
];
for (const [what, zone, now, expected] of latest) {
  test(`the latest 00:10 is ${what}`, () => {
    assert.equal(utc(latestOccurrence(at('00:10'), ms(now), zone)), expected);
  });
}

test('retries wait twice as long each time, up to an hour, and up to half of that less', () => {
  const delays = (random: number) => [1, 2, 3, 9, 10, 60].map((attempts) => retryDelayMs(attempts, random) / 1000);
  assert.deepEqual(delays(0), [10, 20, 40, 2560, 3600, 3600]);
  assert.deepEqual(delays(1), [5, 10, 20, 1280, 1800, 1800]);
});
