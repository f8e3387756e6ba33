// Engine: PostgreSQL alone
// Three processes on one PostgreSQL, killed at random under load; and what would be found if rights outlived their end.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCluster } from './cluster.ts';
import { judgeRight } from './rights.ts';
import type { RightCall, RightOperation } from './rights.ts';

const seed = Number(process.env['LINEARIZABILITY_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

test(`three processes of which some are killed lose and double nothing, and no right outlives its end (seed ${seed})`, async (context) => {
  const options = { processes: 3, kills: 2, operations: 200, clients: 6, artifacts: 3, jobs: 30, seed };
  const { faults, rights, answers, jobsTakenOver } = await runCluster(options);
  assert.deepEqual(faults, []);
  assert.ok(rights.allowed > 0 && rights.refused > 0, 'rights were used while they were there, and after');
  context.diagnostic(JSON.stringify({ rights, jobsTakenOver, answers: Object.fromEntries(answers) }));
});

type Line = readonly [RightCall, answer: boolean, from: number, to: number];

const take: RightCall = { kind: 'change', may: false };
const give: RightCall = { kind: 'change', may: true };
const use: RightCall = { kind: 'use' };

const judge = (lines: readonly Line[]): string =>
  judgeRight(
    'membership',
    lines.map(([call, answer, calledAt, returnedAt]): RightOperation => ({
      client: 0,
      call,
      answer,
      calledAt,
      returnedAt,
    })),
  ).join();

test('a right that is used after it was taken is found', () => {
  assert.equal(
    judge([
      [use, true, 1, 2],
      [take, false, 3, 4],
      [use, false, 5, 6],
    ]),
    '',
  );
  assert.equal(
    judge([
      [take, false, 1, 4],
      [use, true, 2, 3],
      [use, false, 5, 6],
    ]),
    '',
  );
  assert.match(
    judge([
      [take, false, 1, 2],
      [use, true, 3, 4],
    ]),
    /it was taken, and then: 3-4/,
  );
  assert.match(
    judge([
      [take, false, 1, 2],
      [give, true, 3, 4],
      [use, false, 5, 6],
    ]),
    /it was given, and then: 5-6/,
  );
  assert.match(
    judge([
      [take, false, 1, 10],
      [use, false, 2, 3],
      [use, true, 4, 5],
    ]),
    /it was/,
  );
});
