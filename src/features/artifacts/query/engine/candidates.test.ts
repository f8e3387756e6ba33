// Looking for candidates takes no longer than a query may, however many conditions it has.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { migrations } from '../../../../migrations/index.ts';
import { openTestDatabase } from '../../../../platform/database/database.fixture.ts';
import type { Condition } from '../language/condition.ts';
import { findCandidates } from './matches.store.ts';

test('candidates are looked for as long as a query may take', async (context) => {
  const { read: db } = await openTestDatabase(context, { migrations });
  const holding = (needle: string): Condition => ({ kind: 'text', owner: 1, items: 'artifacts', needle });
  const condition: Condition = { kind: 'or', of: [holding('login'), holding('crash')] };
  const findWithin = (timeMaxMs: number) =>
    findCandidates(
      { db, trackerId: 1, max: 10, deadline: { startedMs: performance.now() - 1, timeMaxMs, parameter: 'query' } },
      condition,
    );
  assert.deepEqual(await findWithin(60_000), new Set());
  await assert.rejects(findWithin(0), { kind: 'invalid', message: /takes too long/ });
});
