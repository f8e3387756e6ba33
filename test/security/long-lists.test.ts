// Lists of tables that grow as long as a site is there: with thousands of rows a page of them and their number are right, the last
// page too, and on SQLite, where queries hold the thread that answers everybody, others are answered many times meanwhile.
// Process: its own, because it shortens the turns of everything in it
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { countYields, shortenSlices } from '../../src/platform/concurrency/time-slices.ts';
import { at, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { expectRow, listAt } from '../support/scenario.ts';

const count = 9000;
/** Each hundredth row is one of those that are looked for. */
const rareCount = count / 100;
/** One for a part of the rows at least. */
const restsMin = 5;

let test: TestApp;
let restore: () => void;

const numbers = sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(count)})`;
const isRare = sql`n % 100 = 0`;

function tables(nowMs: number): RawBuilder<unknown>[] {
  const now = sql.lit(nowMs);
  return [
    sql`insert into outbox (recipient, subject, status, last_error, created_at_ms, finished_at_ms) ${numbers}
      select 'a@example.com', 'told ' || n, case when ${isRare} then 'failed' else 'sent' end, null, ${now}, ${now}
      from numbers`,
    sql`insert into mail_messages (door, received_at_ms, recipient, size_bytes, content_hash, status, subject, artifact_id)
      ${numbers} select 'smtp', ${now}, 'b@example.com', 10, '', case when ${isRare} then 'refused' else 'done' end,
        'told ' || n, n % 50 from numbers`,
    sql`insert into jobs (kind, payload_json, status, attempts, last_error, created_at_ms, started_at_ms, finished_at_ms)
      ${numbers} select 'outing', '{}', case when ${isRare} then 'failed' else 'done' end, 1, 'told ' || n, ${now}, ${now},
        ${now} from numbers`,
    sql`insert into audit_events (at_ms, kind, actor_id, actor_name, user_id, project_id, details_json) ${numbers}
      select ${now}, case when n % 2 = 0 then 'sign-in' else 'sign-in-failed' end, case when ${isRare} then 4242 else 1 end,
        'told ' || n, n % 50, null, '{}' from numbers`,
    // By name they are in the order of their numbers.
    sql`insert into users (username, real_name, email, ldap_id, status, is_site_admin, created_at_ms, search_text)
      ${numbers} select 'told-' || (n + 10000), 'Told', case when ${isRare} then 'rare' else 'often' end || n ||
        '@example.com', '', case when ${isRare} then 'S' else 'A' end, 0, 0,
        case when n % 100 = 1 then 'turbine' else 'told' end from numbers`,
  ];
}

before(async () => {
  test = await startApp();
  await test.addUser('root2', { isSiteAdmin: true });
  await test.app.database.transact(async (tx) => {
    for (const insert of tables(Date.now())) await insert.execute(tx);
  });
  restore = shortenSlices();
});
after(async () => {
  restore();
  await test.close();
});

interface List {
  path: string;
  size: number;
  /** Where the row says which number it has. */
  at: string;
  /** The number of the first row of the list, and how far it is from one row to the next. */
  first: number;
  step: number;
}

const newest = (path: string, where: string): List => ({ path, size: rareCount, at: where, first: count, step: -100 });

const lists: List[] = [
  newest('/outbox_mails?status=failed', 'subject'),
  newest('/mail_messages?status=refused', 'subject'),
  { path: '/mail_messages?artifact_id=49', size: count / 50, at: 'subject', first: count - 1, step: -50 },
  newest('/system_event?status=error', 'log'),
  newest('/audit_events?actor_id=4242', 'actor.name'),
  { path: '/audit_events?user_id=49', size: count / 50, at: 'actor.name', first: count - 1, step: -50 },
  {
    path: '/audit_events?kind=sign-in-failed&actor_id=1',
    size: count / 2,
    at: 'actor.name',
    first: count - 1,
    step: -2,
  },
  { path: '/accounts?status=S', size: rareCount, at: 'username', first: 10_100, step: 100 },
  { path: '/accounts?words=rare', size: rareCount, at: 'username', first: 10_100, step: 100 },
  { path: '/users?query=turbine', size: rareCount, at: 'username', first: 10_001, step: 100 },
];
/** Those of which an index has what is looked for. */
const isFound = /artifact_id=|user_id=/;

describe('a list of thousands of rows', () => {
  for (const { path, size, at: where, first, step } of lists)
    it(path, async () => {
      for (const offset of [0, Math.floor(size / 2), size - 3, size + 5]) {
        const rests = countYields();
        const { json } = await expectRow(test, {
          path: `/api${path}&limit=10&offset=${offset}`,
          as: 'root2',
          status: 200,
          answers: { 'x-pagination-size': String(size) },
        });
        const wanted = Array.from({ length: Math.max(0, Math.min(10, size - offset)) }, (_, index) =>
          String(first + step * (offset + index)),
        );
        assert.deepEqual(
          listAt(json).map((row) => String(at(row, where)).replace(/^told[ -]/, '')),
          wanted,
        );
        if (test.app.database.blocksAtCommit && !isFound.test(path))
          assert.ok(countYields() - rests >= restsMin, `${countYields() - rests} rests`);
      }
    });

  it('without conditions, to its end', async () => {
    for (const [path, where, last] of [
      ['/outbox_mails', 'subject', 'told 1'],
      ['/mail_messages', 'subject', 'told 1'],
    ] as const) {
      const row = { path: `/api${path}?limit=10&offset=${count - 3}`, as: 'root2', status: 200 };
      const { json } = await expectRow(test, { ...row, answers: { 'x-pagination-size': String(count) } });
      assert.equal(listAt(json).length, 3);
      assert.equal(at(listAt(json)[2], where), last);
    }
  });

  it('as CSV has each line once', async () => {
    const { text } = await expectRow(test, { path: '/api/audit_events/csv?actor_id=4242', as: 'root2', status: 200 });
    const told = [...text.matchAll(/told (\d+)/g)].map(([, number]) => Number(number));
    assert.deepEqual(
      told,
      Array.from({ length: rareCount }, (_, index) => count - 100 * index),
    );
  });

  it('is counted for administrators', async () => {
    const { json } = await expectRow(test, { path: '/api/admin/summary', as: 'root2', status: 200 });
    assert.partialDeepStrictEqual(json, {
      accounts: { suspended: rareCount },
      jobs: { failed: rareCount },
      mails: { failed: rareCount },
    });
  });
});
