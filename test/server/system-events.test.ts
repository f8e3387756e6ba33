// The server's jobs as administrators see them: GET /system_event, and `tepal jobs`.
import assert from 'node:assert/strict';
import { Readable, Writable } from 'node:stream';
import { after, before, test } from 'node:test';
import { runCommandLine } from '../../src/commands/index.ts';
import { at, createTestClock, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { expectRow, listAt, titleOf } from '../support/scenario.ts';
import type { Row } from '../support/scenario.ts';

const clock = createTestClock(Date.UTC(2026, 9, 1, 12));
const nowMs = clock.nowMs();
let app: TestApp;

/** One job of each kind of fate; their ids are 1 to 5 in this order. */
const jobs = [
  { kind: 'root-daily', status: 'done', attempts: 1, finished_at_ms: nowMs },
  { kind: 'remove-blobs', status: 'waiting', attempts: 0, due_at_ms: nowMs + 60_000 },
  { kind: 'transition-job', status: 'waiting', attempts: 2, due_at_ms: nowMs + 3_600_000, last_error: 'it said 502' },
  { kind: 'transition-job', status: 'failed', attempts: 5, finished_at_ms: nowMs, last_error: 'it said 404' },
  { kind: 'daily-cleaning', status: 'running', attempts: 1, due_at_ms: nowMs + 60_000, leased_by: 'somebody' },
] as const;

before(async () => {
  app = await startApp({ clock });
  for (const name of ['mia', 'ole']) await app.addUser(name);
  await app.app.features.people.grantDelegation('system-events', 'ole');
  for (const job of jobs) {
    const row = { ...job, payload_json: '{"secret":"payload"}', created_at_ms: nowMs };
    await app.app.database.transact((tx) => tx.insertInto('jobs').values(row).execute());
  }
});
after(() => app.close());

const idsOf = (value: unknown): unknown[] => listAt(value).map((event) => at(event, 'id'));

const path = '/api/system_event';

test('system events are listed newest first, with why they failed and without what they are about', async () => {
  const answer = await expectRow(app, { path, as: 'root', status: 200, lacks: ['payload', 'somebody'] });
  assert.deepEqual(answer.json, [
    { id: 5, type: 'DAILY_CLEANING', status: 'RUNNING', owner: 'tepal', log: '' },
    { id: 4, type: 'TRANSITION_JOB', status: 'ERROR', owner: 'tepal', log: 'it said 404' },
    { id: 3, type: 'TRANSITION_JOB', status: 'WARNING', owner: 'tepal', log: 'it said 502' },
    { id: 2, type: 'REMOVE_BLOBS', status: 'NEW', owner: 'tepal', log: '' },
    { id: 1, type: 'ROOT_DAILY', status: 'DONE', owner: 'tepal', log: '' },
  ]);
});

const statuses: [status: string, ids: number[]][] = [
  ['new', [2]],
  ['done', [1]],
  ['warning', [3]],
  ['error', [4]],
  ['running', [5]],
];
for (const [status, ids] of statuses) {
  test(`the status ${status} shows those of it alone`, async () => {
    const answers = { 'x-pagination-size': '1' };
    const answer = await expectRow(app, { path: `${path}?status=${status}`, as: 'ole', status: 200, answers });
    assert.deepEqual(idsOf(answer.json), ids);
  });
}

test('pages tell where they stand', async () => {
  const answers = { 'x-pagination-size': '5', 'x-pagination-limit': '2', 'x-pagination-limit-max': '100' };
  const answer = await expectRow(app, { path: `${path}?limit=2&offset=3`, as: 'root', status: 200, answers });
  assert.deepEqual(idsOf(answer.json), [2, 1]);
});

const rows: Row[] = [
  { path, status: 401 },
  { path, as: 'mia', status: 403, contains: ['system-events'] },
  { path: `${path}?status=tea`, as: 'root', status: 400, contains: ['status', 'running'] },
  { path: `${path}?limit=101`, as: 'root', status: 400, contains: ['limit'] },
  {
    path: `${path}?status=error`,
    as: 'root',
    headers: { accept: 'application/xml' },
    status: 200,
    contains: ['<item><id>4</id><type>TRANSITION_JOB</type><status>ERROR</status>'],
  },
  { path, method: 'OPTIONS', status: 200, answers: { allow: 'OPTIONS, GET' } },
];
for (const row of rows) test(titleOf(row), async () => void (await expectRow(app, row)));

/** Runs a command; gives what it printed on standard output, and on standard error. */
async function tepal(...args: string[]): Promise<{ status: number; output: string; errors: string }> {
  const written = { output: '', errors: '' };
  const sink = (name: 'output' | 'errors'): Writable =>
    new Writable({
      write(chunk, _encoding, done) {
        written[name] += String(chunk);
        done();
      },
    });
  const io = { input: Readable.from([]), output: sink('output'), errors: sink('errors'), waitForStop: async () => {} };
  const status = await runCommandLine([...args, '--data', app.app.dataDir], io);
  return { status, ...written };
}

test('tepal jobs list shows them as a table and as JSON', async () => {
  const { output } = await tepal('jobs', 'list');
  const [heading = '', newest = '', givenUp = ''] = output.split('\n');
  assert.match(heading, /^ID +KIND +STATUS +ATTEMPTS +SOURCE +TARGET +CREATED +DUE +STARTED +FINISHED +ERROR$/);
  assert.match(newest, /^5 +daily-cleaning +running +1 /);
  assert.match(givenUp, /^4 .* it said 404$/);
  const asJson = await tepal('jobs', 'list', '--json', '--status', 'waiting');
  assert.deepEqual(idsOf(JSON.parse(asJson.output)), [3, 2]);
});

test('tepal jobs retry starts failed jobs anew, and no others', async () => {
  for (const [job, status, text] of [
    ['3', 0, /job 3 restarted/],
    ['2', 1, /did not fail, so it can't be retried/],
    ['1', 1, /job 1 is done/],
    ['99', 1, /there is no job 99/],
    ['soon', 2, /JOB can't be "soon"/],
    ['failed', 0, /1 job restarted/],
    ['failed', 0, /0 jobs restarted/],
  ] as const) {
    const outcome = await tepal('jobs', 'retry', job);
    assert.equal(outcome.status, status, `${job}: ${outcome.errors}`);
    assert.match(outcome.output + outcome.errors, text);
  }
  const anew = { status: 'waiting', attempts: 0, last_error: null, finished_at_ms: null } as const;
  const { read } = app.app.database;
  const found = await read.selectFrom('jobs').selectAll().where('id', 'in', [2, 3, 4]).orderBy('id').execute();
  const [unchanged, ...retried] = found;
  assert.equal(unchanged?.due_at_ms, nowMs + 60_000);
  for (const job of retried) {
    assert.partialDeepStrictEqual(job, anew);
    assert.ok(job.due_at_ms !== null && job.due_at_ms > nowMs, 'due by the clock of the command');
  }
});
