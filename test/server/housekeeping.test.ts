// Engine: both
// What the nightly job removes and what it leaves, and that a server runs it.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { hash } from 'node:crypto';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { createTestClock, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
const clock = createTestClock(Date.UTC(2026, 9, 1, 12));
const nowMs = clock.nowMs();
let test: TestApp;
let userId = 0;

before(async () => {
  test = await startApp({ clock, settings: '$session_lifetime = 30;\n$session_idle_lifetime = 48;' });
  userId = await test.addUser('nora');
});
after(async () => {
  await test.app.jobs.stop(0);
  await test.close();
});

const hashOf = (text: string): Uint8Array => hash('sha256', text, 'buffer');
const ages: [name: string, createdAgoMs: number, usedAgoMs: number][] = [
  ['new', hourMs, hourMs],
  ['used', 29 * dayMs, hourMs],
  ['idle', 3 * dayMs, 2 * dayMs],
  ['old', 30 * dayMs, hourMs],
];
const tokens: [name: string, ageMs: number][] = [
  ['fresh', hourMs],
  ['expired', 2 * dayMs],
  ['forgotten', 7 * dayMs],
];

const fill = () =>
  test.app.database.transact(async (tx) => {
    for (const [name, createdAgoMs, usedAgoMs] of ages) {
      const times = { created_at_ms: nowMs - createdAgoMs, last_used_at_ms: nowMs - usedAgoMs };
      await tx
        .insertInto('sessions')
        .values({ hash: hashOf(name), user_id: userId, ...times })
        .execute();
    }
    for (const [name, ageMs] of tokens)
      await tx
        .insertInto('tokens')
        .values({ hash: hashOf(name), user_id: userId, created_at_ms: nowMs - ageMs })
        .execute();
    for (const [subject, leftMs] of [
      ['counting', 1],
      ['forgiven', 0],
    ] as const)
      await tx
        .insertInto('sign_in_counters')
        .values({ subject, level: 1, at_ms: nowMs - hourMs, expires_at_ms: nowMs + leftMs })
        .execute();
    for (const [key, startedAgoMs] of [
      ['repeatable', dayMs],
      ['over', dayMs + hourMs],
    ] as const)
      await tx
        .insertInto('idempotency_keys')
        .values({ user_id: userId, key, fingerprint: '', started_at_ms: nowMs - startedAgoMs })
        .execute();
    const job = { kind: 'x', payload_json: '{}', status: 'done', attempts: 1, created_at_ms: 0 } as const;
    for (const ageDays of [31, 29])
      await tx
        .insertInto('jobs')
        .values({ ...job, finished_at_ms: nowMs - ageDays * dayMs, unique_key: `${ageDays} days` })
        .execute();
  });

it('removes each night what is expired, and nothing else', async () => {
  await fill();
  test.app.jobs.start();
  const { read } = test.app.database;
  const kinds = ['x', 'root-daily', 'daily-cleaning'];
  const listJobs = () =>
    read.selectFrom('jobs').select(['kind', 'status', 'unique_key']).where('kind', 'in', kinds).orderBy('id').execute();
  const isCleaned = async (): Promise<boolean> =>
    (await listJobs()).some(({ kind, status }) => kind === 'daily-cleaning' && status === 'done');
  await until(isCleaned);
  assert.deepEqual(
    (await listJobs()).map(({ unique_key }) => unique_key),
    ['29 days', 'root-daily 2026-10-01', null],
  );
  const hashes = async (table: 'sessions' | 'tokens'): Promise<string[]> =>
    (await read.selectFrom(table).select('hash').execute()).map((row) => Buffer.from(row.hash).toString('hex')).sort();
  const expected = (...names: string[]): string[] => names.map((name) => hash('sha256', name)).sort();
  assert.deepEqual(await hashes('sessions'), expected('new', 'used'));
  assert.deepEqual(await hashes('tokens'), expected('fresh', 'expired'));
  const counters = await read.selectFrom('sign_in_counters').select('subject').execute();
  assert.deepEqual(counters, [{ subject: 'counting' }]);
  const keys = await read.selectFrom('idempotency_keys').select('key').execute();
  assert.deepEqual(keys, [{ key: 'repeatable' }]);
});
