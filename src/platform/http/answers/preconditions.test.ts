import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DomainError } from '../../errors.ts';
import { formatHttpDate, parseHttpDate } from '../../texts/http-dates.ts';
import {
  checkWritePreconditions,
  isNotModified,
  lastModifiedSecond,
  matchesIfMatch,
  matchesIfNoneMatch,
  nextVersionSecond,
  parseEntityTags,
} from './preconditions.ts';

const current = '"v2.json-7"';
const matches: [header: string, ifMatch: boolean, ifNoneMatch: boolean][] = [
  ['"v2.json-7"', true, true],
  ['"v2.xml-9"', true, false],
  ['"v2"', true, false],
  ['"v1.json-7"', false, false],
  ['W/"v2.json-7"', true, true],
  ['W/"v1.json-7"', false, false],
  ['W/"v1.a", "v2.b"', true, false],
  ['"v1.a", W/"v2.json-7-gzip"', true, true],
  ['"v2.json-7-gzip"', true, true],
  ['"v2.json-7--gzip"', true, true],
  ['"v2.json-7;gzip"', true, true],
  ['"v2.json-7-br"', true, true],
  ['"v2.json-7-zstd"', true, true],
  ['W/"v2.json-7-gzip-br"', true, true],
  ['"v2.json-7;;;"', true, true],
  ['v2.json-7-gzip', true, true],
  ['"v2-gzip"', true, false],
  ['"v2.json-7-gzip-gzip-gzip"', true, false],
  ['"v2.json-7-other"', true, false],
  ['"v2.json-8-gzip"', true, false],
  ['"v1.json-7-gzip"', false, false],
  ['"v2-other"', false, false],
  ['"a,b" ,, "v2.json-7" ', true, true],
  ['*', true, true],
  ['v2.json-7', true, true],
  ['v2.other', true, false],
  ['""', false, false],
  ['"*"', false, false],
];
for (const [header, ifMatch, ifNoneMatch] of matches) {
  test(`entity tags ${header}`, () => {
    assert.equal(matchesIfMatch(header, current), ifMatch);
    assert.equal(matchesIfNoneMatch(header, current), ifNoneMatch);
  });
}

for (const header of [
  '',
  ' ',
  ',',
  '"v2',
  'v2"',
  'a b',
  'v1, v2',
  '*, "v2"',
  'W/v2',
  'w/"v2"',
  '"a" "b"',
  '"a b"',
  'é'.repeat(3) + ' "',
]) {
  test(`malformed entity tags ${JSON.stringify(header)}`, () => {
    assert.throws(() => parseEntityTags(header), { kind: 'invalid', path: 'If-Match' });
    assert.throws(() => matchesIfNoneMatch(header, current), { kind: 'invalid', path: 'If-None-Match' });
  });
}

const now = Date.UTC(2026, 5, 1) / 1000;
const example = 784111777;
const dates: [text: string, second: number | undefined][] = [
  ['Sun, 06 Nov 1994 08:49:37 GMT', example],
  ['Sunday, 06-Nov-94 08:49:37 GMT', example],
  ['Sun Nov  6 08:49:37 1994', example],
  ['Thu Nov 16 08:49:37 1994', example + 10 * 86400],
  ['Tuesday, 06-Nov-76 08:49:37 GMT', Date.UTC(2076, 10, 6, 8, 49, 37) / 1000],
  ['Tuesday, 06-Nov-77 08:49:37 GMT', Date.UTC(1977, 10, 6, 8, 49, 37) / 1000],
  ['1994-11-06T08:49:37Z', example],
  ['1994-11-06T09:49:37+01:00', example],
  ['1994-11-06T04:19:37.999-0430', example],
  ['Thu, 29 Feb 2024 00:00:00 GMT', Date.UTC(2024, 1, 29) / 1000],
  ['Sat, 31 Dec 2016 23:59:60 GMT', Date.UTC(2016, 11, 31, 23, 59, 59) / 1000],
  ['Sun, 29 Feb 2026 00:00:00 GMT', undefined],
  ['2026-02-31T00:00:00Z', undefined],
  ['2026-13-01T00:00:00Z', undefined],
  ['2026-00-10T00:00:00Z', undefined],
  ['2026-01-00T00:00:00Z', undefined],
  ['2026-01-01T24:00:00Z', undefined],
  ['2026-01-01T00:60:00Z', undefined],
  ['2026-01-01T00:00:00+25:00', undefined],
  ['2026-01-01T00:00:00', undefined],
  ['2026-01-01', undefined],
  ['Sun, 06 Nov 1994 08:49:37 CET', undefined],
  ['Sun, 6 Nov 1994 08:49:37 GMT', undefined],
  ['784111777', undefined],
  ['abc', undefined],
  ['', undefined],
];
for (const [text, second] of dates) {
  test(`the date ${JSON.stringify(text)}`, () => {
    if (second !== undefined) assert.equal(parseHttpDate(text, 'X', now), second);
    else assert.throws(() => parseHttpDate(text, 'X', now), { kind: 'invalid', path: 'X' });
  });
}

test('property: dates go out and come back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4102444800 }), (second) => {
      assert.equal(parseHttpDate(formatHttpDate(second + 0.9)), second);
      assert.equal(parseHttpDate(new Date(second * 1000).toISOString()), second);
    }),
  );
});

const tag = '"v2.a"';
type Write = [ifMatch: string | undefined, since: number | string | undefined, versionSecond: number, result: string];
const base = Math.floor(now);
const writes: Write[] = [
  [undefined, undefined, base, 'passes'],
  ['"v2.b"', undefined, base, 'passes'],
  ['"v1.a"', undefined, base, 'precondition-failed'],
  ['*', undefined, base, 'passes'],
  [undefined, base, base, 'passes'],
  [undefined, base - 5, base - 5, 'passes'],
  [undefined, base - 6, base - 5, 'precondition-failed'],
  [undefined, base - 4, base - 5, 'precondition-failed'],
  [undefined, base + 100, base - 5, 'precondition-failed'],
  [undefined, base, base + 1, 'precondition-failed'],
  [undefined, base + 1, base + 1, 'precondition-failed'],
  ['"v2.a"', base - 100, base, 'passes'],
  ['"v1.a"', base, base, 'precondition-failed'],
  ['"v2.a"', 'yesterday', base, 'invalid'],
  ['"v2', base, base, 'invalid'],
  [undefined, 'yesterday', base, 'invalid'],
  ['', undefined, base, 'invalid'],
];
for (const [ifMatch, since, versionSecond, result] of writes) {
  test(`a write with If-Match ${ifMatch}, If-Unmodified-Since ${since} on ${versionSecond - base} ${result}`, () => {
    const ifUnmodifiedSince = typeof since === 'number' ? formatHttpDate(since) : since;
    const write = () =>
      checkWritePreconditions({ ifMatch, ifUnmodifiedSince }, { tag, versionSecond, nowSecond: base + 0.4 });
    if (result === 'passes') return write();
    assert.throws(write, (error) => {
      assert.ok(error instanceof DomainError);
      assert.equal(error.kind, result);
      if (result === 'precondition-failed') assert.equal(error.headers['etag'], tag);
      return true;
    });
  });
}

interface Reader {
  header: string;
  version: number;
}

/**
 * Plays steps of a clock (which may also step back), each followed by a read, a blind update or a guarded update with
 * what an earlier reader saw. Gives how many guarded updates passed; fails when one overwrote a version unseen.
 */
function play(steps: { passMs: number; action: 'read' | 'update' | 'guarded'; pick: number }[]): number {
  let nowMs = 1_780_000_000_000;
  let version = 1;
  let versionSecond = nextVersionSecond(nowMs / 1000);
  let passed = 0;
  const readers: Reader[] = [];
  const update = (): void => {
    version += 1;
    const previous = versionSecond;
    versionSecond = nextVersionSecond(nowMs / 1000, previous);
    assert.ok(versionSecond > previous, 'no two versions have the same second');
  };
  for (const { passMs, action, pick } of steps) {
    nowMs += passMs;
    const shown = lastModifiedSecond(versionSecond, nowMs / 1000);
    assert.ok(shown <= nowMs / 1000, 'Last-Modified is never later than now');
    const reader = readers[pick % Math.max(1, readers.length)];
    if (action === 'read') readers.push({ header: formatHttpDate(shown), version });
    else if (action === 'update') update();
    else if (reader !== undefined) {
      try {
        checkWritePreconditions({ ifUnmodifiedSince: reader.header }, { tag, versionSecond, nowSecond: nowMs / 1000 });
      } catch (error) {
        assert.ok(error instanceof DomainError && error.kind === 'precondition-failed');
        continue;
      }
      assert.equal(reader.version, version, 'the update overwrote a version that its sender had not seen');
      passed += 1;
      update();
    }
  }
  return passed;
}

test('property: If-Unmodified-Since never overwrites a version that its sender had not seen', () => {
  let passed = 0;
  for (const passMs of [
    fc.integer({ min: 0, max: 900 }),
    fc.integer({ min: 0, max: 4000 }),
    fc.integer({ min: -3000, max: 3000 }),
  ]) {
    const step = fc.record({
      passMs,
      action: fc.constantFrom<'read' | 'update' | 'guarded'>('read', 'update', 'guarded', 'guarded'),
      pick: fc.nat(1000),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 120, size: 'max' }), (steps) => {
        passed += play(steps);
      }),
      { numRuns: 1000 },
    );
  }
  assert.ok(passed > 100, `guarded updates do pass: ${passed}`);
});

test('a reader who waits until the second has begun can always write', () => {
  const versionSecond = nextVersionSecond(base, nextVersionSecond(base));
  assert.equal(versionSecond, base + 1);
  const ifUnmodifiedSince = formatHttpDate(lastModifiedSecond(versionSecond, base + 1));
  checkWritePreconditions({ ifUnmodifiedSince }, { tag, versionSecond, nowSecond: base + 1 });
});

const reads: [name: string, headers: Record<string, string>, result: boolean][] = [
  ['without headers', {}, false],
  ['with the tag', { 'if-none-match': tag }, true],
  ['with another tag', { 'if-none-match': '"v1.a"' }, false],
  ['with a date alone, which says nothing of what lies around', { 'if-modified-since': formatHttpDate(base) }, false],
];
for (const [name, headers, result] of reads) {
  test(`a GET ${name}`, () => assert.equal(isNotModified(headers, tag), result));
}
