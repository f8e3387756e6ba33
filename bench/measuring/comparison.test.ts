import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareRuns, describeChanges, readKeptRun } from './comparison.ts';
import type { KeptRow } from './comparison.ts';
import { estimate } from './statistics.ts';

const row = (rate: readonly number[], cpu?: readonly number[]): KeptRow => ({
  name: 'GET artifact',
  clients: 16,
  rate: estimate(rate),
  cpu: cpu === undefined ? null : estimate(cpu),
});

const verdicts = (before: KeptRow, now: KeptRow): string[] =>
  compareRuns([before], [now]).map(({ measure, verdict }) => `${measure} ${verdict}`);

const steady = [0.9, 0.91, 0.9, 0.89, 0.9, 0.905];

test('a rate that falls, and processor time that rises, got worse', () => {
  const slower = steady.map((rate) => rate * 0.8);
  assert.deepEqual(verdicts(row(steady, steady), row(slower, steady)), ['rate worse', 'processor time within noise']);
  assert.deepEqual(verdicts(row(slower, slower), row(steady, steady)), ['rate better', 'processor time worse']);
});

test('the same difference is noise where rounds differ as much, and one of less than 3 % always is', () => {
  const uneven = [0.6, 1.2, 0.9, 0.7, 1.1];
  assert.deepEqual(verdicts(row(uneven), row(uneven.map((rate) => rate * 0.8))), ['rate within noise']);
  const alike = [1, 1, 1, 1, 1];
  assert.deepEqual(verdicts(row(alike), row(alike.map((rate) => rate * 0.98))), ['rate within noise']);
  assert.deepEqual(verdicts(row(alike), row(alike.map((rate) => rate * 0.96))), ['rate worse']);
});

test('what got worse is named first, with both figures and what was taken for noise', () => {
  const other = { ...row([1, 1, 1, 1, 1]), name: 'list' };
  const lines = describeChanges(
    compareRuns([other, row([2, 2, 2, 2, 2])], [{ ...other, rate: estimate([2, 2, 2, 2, 2]) }, row([1, 1, 1, 1, 1])]),
  );
  assert.match(lines[0] ?? '', /^worse: GET artifact, 16 clients: rate 2\.00 ± 0\.0 before, 1\.00 ± 0\.0 now/);
  assert.match(lines[1] ?? '', /^better: list, 16 clients: rate/);
  assert.match(lines[2] ?? '', /^0 of 2 figures are within noise: 3 standard errors/);
});

test('too few rounds, runs without a common row and files of another kind are refused', () => {
  assert.throws(() => verdicts(row([1, 1, 1]), row(steady)), /measured in 3 rounds; to compare needs 5/);
  assert.throws(() => compareRuns([row(steady)], [{ ...row(steady), clients: 1 }]), /no row in common/);
  assert.throws(() => readKeptRun('[{"name":"GET artifact"}]', 'kept.json'), /kept\.json is no run that --json wrote/);
  assert.throws(() => readKeptRun('{', 'kept.json'), /kept\.json is not JSON/);
  assert.deepEqual(readKeptRun(JSON.stringify([row(steady, steady)]), 'kept.json'), [row(steady, steady)]);
});
