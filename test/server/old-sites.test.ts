// Engine: both
// Sites that are older than some migrations, brought up to date with what they hold.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { sql } from 'kysely';
import { cleanUp, usePlace } from '../../src/platform/database/database.fixture.ts';
import { openDatabase } from '../../src/platform/database/index.ts';
import type { Database, Writer } from '../../src/platform/database/index.ts';
import { artifactDeletions } from '../../src/migrations/0083-artifact-deletions.ts';
import { provenAddresses } from '../../src/migrations/0089-proven-addresses.ts';
import { namedMoves } from '../../src/migrations/0092-named-moves.ts';
import { i18nMessages } from '../../src/migrations/0093-i18n-messages.ts';
import { migrations } from '../../src/migrations/index.ts';

/** A site as it was before the migration of this number, with what `fill` writes, and then as it is. */
async function update(context: TestContext, number: number, fill: (tx: Writer) => Promise<unknown>): Promise<Database> {
  const place = await usePlace(context);
  const older = await openDatabase({ ...place, migrations: migrations.filter((one) => one.number < number) });
  await older.transact(fill);
  await older.close();
  const database = await openDatabase({ ...place, migrations });
  cleanUp(context, () => database.close());
  return database;
}

const hash = '1f2e3d4c5b';

/** One artifact with texts and a comment of two versions, a commit and a pull request. */
async function fillProject(tx: Writer): Promise<void> {
  const values = {
    7: `git #web/${hash}, https://x.org/git #web/aaaaaaa`,
    8: { content: `<b>svn&nbsp;#old/12</b> <i title="git #web/bbbbbbb">art #9</i> git #web/nohash`, format: 'html' },
    9: [{ description: 'rev #old/3', descriptionFormat: 'text', expectedResults: '', expectedResultsFormat: 'text' }],
    10: [{ id: 1, type: 'git #web/ccccccc' }],
  };
  for (const statement of [
    sql`insert into projects (id, unix_name, full_name, description, long_description, access, status, is_template, is_synchronized, icon, created_at_ms)
      values (101, 'meadow', 'Meadow', '', '', 'public', 'A', 0, 0, '', 0)`,
    sql`insert into trackers (id, project_id, item_name, name, description, color, is_deleted, last_number, settings_json)
      values (1, 101, 'story', 'Stories', '', '', 0, 1, '{}')`,
    ...['string', 'text', 'ttmstepdef', 'art_link'].map(
      (type, index) =>
        sql`insert into tracker_fields (id, tracker_id, name, label, description, type, rank, is_used, is_required, has_notifications, settings_json)
          values (${7 + index}, 1, ${type}, '', '', ${type}, 0, 1, 0, 0, '{}')`,
    ),
    sql`insert into artifacts (id, tracker_id, number, submitted_by, submitted_at_ms, version, changeset_id, updated_by, updated_at_ms, version_second, context_version, is_limited, values_json)
      values (1, 1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 0, ${JSON.stringify(values)})`,
    sql`insert into changesets (id, artifact_id, submitted_by, submitted_at_ms, changes_json) values (1, 1, 0, 0, '{}')`,
    ...['git #web/ddddddd', `Since git #web/${hash.slice(0, 7)}.`].map(
      (body) =>
        sql`insert into comments (changeset_id, submitted_by, submitted_at_ms, body, format) values (1, 0, 0, ${body}, 'text')`,
    ),
    sql`insert into commits (id, project_id, kind, repository, revision, message, author_name, author_email, authored_at_ms, committed_at_ms, pushed_by, files_json, has_acted)
      values (1, 101, 'git', 'web', ${hash}, 'As svn #old/4', '', '', 0, 0, 0, '[]', 0)`,
    sql`insert into git_repositories (id, project_id, name, description, folder, allows_closure, created_at_ms, updated_at_ms)
      values (1, 101, 'web', '', 'web.git', 0, 0, 0)`,
    sql`insert into pull_requests (id, repository_id, branch_src, branch_dest, head_hash, dest_hash, title, description, description_format, user_id, created_at_ms, status)
      values (1, 1, 'a', 'b', '', '', 'Undo', ${`git #web/${hash}`}, 'text', 0, 0, 'review')`,
  ])
    await statement.execute(tx);
}

test('sites with artifacts keep to delete none, unless somebody chose a number; new ones have the default', async (context) => {
  const limitOf = async (fill: (tx: Writer) => Promise<unknown>): Promise<unknown> => {
    const { read } = await update(context, artifactDeletions.number, fill);
    const row = read.selectFrom('settings').select('value').where('name', '=', 'sys_artifact_deletions_per_day');
    return (await row.executeTakeFirst())?.value;
  };
  assert.equal(await limitOf(fillProject), '0');
  assert.equal(
    await limitOf(async (tx) => {
      await fillProject(tx);
      await sql`insert into settings (name, value) values ('sys_artifact_deletions_per_day', '5')`.execute(tx);
    }),
    '5',
  );
  assert.equal(await limitOf(async () => undefined), undefined);
});

test('texts that are there are known to what they name by a path', async (context) => {
  const { read } = await update(context, artifactDeletions.number, fillProject);
  const named = await read
    .selectFrom('artifact_references')
    .select(['field_id', 'changeset_id', 'keyword', 'target_id'])
    .orderBy('field_id')
    .execute();
  assert.deepEqual(
    named.map((row) => [row.field_id, row.changeset_id, row.keyword, row.target_id]),
    [
      [0, 1, `git #web/${hash.slice(0, 7)}`, 0],
      [7, 0, `git #web/${hash}`, 0],
      [8, 0, 'svn #old/12', 0],
      [9, 0, 'rev #old/3', 0],
    ],
  );
  assert.deepEqual(await read.selectFrom('commit_references').select(['commit_id', 'keyword']).execute(), [
    { commit_id: 1, keyword: 'svn #old/4' },
  ]);
  assert.deepEqual(await read.selectFrom('pull_request_references').select(['pull_request_id', 'keyword']).execute(), [
    { pull_request_id: 1, keyword: `git #web/${hash}` },
  ]);
});

test('addresses of people who registered themselves are proven where something proved them', async (context) => {
  const names = ['made', 'claimed', 'linked', 'confirmed', 'recovered', 'invited', 'chief'];
  const database = await update(context, provenAddresses.number, async (tx) => {
    for (const [index, name] of names.entries()) {
      const id = 200 + index;
      const [ldapId, isChief] = [name === 'linked' ? 'x' : '', name === 'chief' ? 1 : 0];
      await sql`insert into users (id, username, real_name, email, ldap_id, status, is_site_admin, created_at_ms, search_text)
        values (${id}, ${name}, '', 'a@example.org', ${ldapId}, 'A', ${isChief}, 0, '')`.execute(tx);
      const address = name === 'made' ? null : '192.0.2.1';
      const note = (kind: string, details: string) =>
        sql`insert into audit_events (at_ms, kind, actor_id, actor_name, address, user_id, details_json)
          values (0, ${kind}, null, 'anonymous', ${address}, ${id}, ${details})`.execute(tx);
      await note('account-created', '{}');
      if (name === 'confirmed') await note('account-changed', '{"email":"a@example.org"}');
      if (name === 'recovered') await note('password-changed', '{"ended":0,"by":"link"}');
      if (name === 'invited')
        await sql`insert into invitations (hash, email, from_user_id, sent_at_ms, used_by)
          values (${new Uint8Array([1])}, 'a@example.org', 200, 0, ${id})`.execute(tx);
    }
  });
  const rows = await database.read.selectFrom('users').selectAll().where('id', '>=', 200).orderBy('id').execute();
  assert.deepEqual(
    rows.filter((row) => row.is_email_proven === 0).map((row) => row.username),
    ['claimed'],
  );
});

test('names of stored sentences have parameters, and texts of people stay', async (context) => {
  const text = 'says "values":[ and "told":{';
  const stored = (told: string, values: string): string =>
    JSON.stringify([{ message: text, [told]: { key: 'a', [values]: [text, { key: 'b', [values]: [] }] } }]);
  const database = await update(context, i18nMessages.number, (tx) =>
    sql`insert into project_upload_ends (project_id, unix_name, label, file_name, size_bytes, user_id, is_made, reason, left_count, left_json)
      values (101, 'meadow', 'Meadow', 'a.zip', 1, 101, 1, null, 1, ${stored('told', 'values')})`.execute(tx),
  );
  const { left_json } = await database.read
    .selectFrom('project_upload_ends')
    .select('left_json')
    .executeTakeFirstOrThrow();
  assert.equal(left_json, stored('i18n', 'params'));
});

test('comments of moves keep where an artifact came from as data; other texts stay as they are', async (context) => {
  const move = (tracker: string, project = 'Meadow'): string =>
    `Artifact was moved from '${tracker}' tracker in '${project}' project.`;
  const now = 'Artifact was moved from another tracker.';
  /** Of changesets from 10 on, each of its own: what was said, what becomes of it, and where from. */
  const said: { body: string; now: string; from?: number; more?: object }[] = [
    { body: move('Stories'), now, from: 1 },
    { body: move("It's a 'tracker' in 'two' words", "Meadow's"), now, from: 2 },
    { body: move('Renamed since'), now },
    { body: move('Renamed, but told'), now, from: 7 },
    { body: move('Twice'), now },
    ...[
      { body: `${move('Stories')} Why?` },
      { body: `"${move('Stories')}"` },
      { body: move('Stories').toLowerCase() },
      { body: move('Stories'), more: { format: 'commonmark' } },
      { body: move('Stories'), more: { groups: '[4]' } },
      { body: move('Stories'), more: { by: 5 } },
      { body: move('Stories'), more: { atMs: 100 } },
      { body: move('Stories'), more: { changes: '{"7":"x"}' } },
    ].map((one) => ({ ...one, now: one.body })),
  ];
  const { read } = await update(context, namedMoves.number, async (tx) => {
    await fillProject(tx);
    for (const [id, name, project] of [
      [2, "It's a 'tracker' in 'two' words", 102],
      [3, 'Twice', 101],
      [4, 'Twice', 101],
    ] as const) {
      if (project === 102)
        await sql`insert into projects (id, unix_name, full_name, description, long_description, access, status, is_template, is_synchronized, icon, created_at_ms)
          values (102, 'other', 'Meadow''s', '', '', 'private', 'A', 0, 0, '', 0)`.execute(tx);
      await sql`insert into trackers (id, project_id, item_name, name, description, color, is_deleted, last_number, settings_json)
        values (${id}, ${project}, ${`t${id}`}, ${name}, '', '', 0, 1, '{}')`.execute(tx);
    }
    for (const [index, { body, more }] of said.entries()) {
      const row = { by: 0, atMs: index, format: 'text', groups: null, changes: '{}', ...more };
      const changeset = 10 + index;
      await sql`insert into changesets (id, artifact_id, submitted_by, submitted_at_ms, changes_json)
        values (${changeset}, 1, 0, ${index}, ${row.changes})`.execute(tx);
      await sql`insert into comments (changeset_id, submitted_by, submitted_at_ms, body, format, groups_json)
        values (${changeset}, ${row.by}, ${row.atMs}, ${body}, ${row.format}, ${row.groups})`.execute(tx);
      await sql`insert into search_texts (artifact_id, owner, item, audience, text)
        values (1, 3, ${changeset}, '', ${body.toLowerCase()})`.execute(tx);
    }
    await sql`insert into events (kind, artifact_id, user_id, at_ms, details_json)
      values ('artifact-moved', 1, 0, 3, '{"from_tracker_id":7}')`.execute(tx);
  });
  const comments = await read
    .selectFrom('comments')
    .selectAll()
    .where('changeset_id', '>=', 10)
    .orderBy('id')
    .execute();
  assert.deepEqual(
    comments.map((row) => [row.body, row.moved_from_tracker_id]),
    said.map((one) => [one.now, one.from ?? null]),
  );
  const texts = await read.selectFrom('search_texts').select(['item', 'text']).where('item', '>=', 10).execute();
  assert.deepEqual(
    texts.toSorted((a, b) => a.item - b.item).map(({ text }) => text),
    said.map((one) => one.now.toLowerCase()),
  );
});
