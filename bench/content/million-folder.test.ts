// Rows that were copied in bulk are those that the write path makes of the same changes.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { DatabaseSync } from 'node:sqlite';
import { databaseFile, openApp } from '../../src/app.ts';
import { artifactRecords, artifactWrites } from '../../src/features/artifacts/index.ts';
import type { ArtifactRow, ChangesetRow, CommentRow, StoredValues } from '../../src/features/artifacts/index.ts';
import { fillLargeFolder } from './million-folder.ts';

const base = 60;
const copies = 2;

const tables = [
  'artifacts',
  'changesets',
  'comments',
  'artifact_links',
  'artifact_keys',
  'list_changes',
  'artifact_groups',
  'search_texts',
  'artifact_counts',
  'trackers',
  'sqlite_sequence',
];

/** Empty counts are none, and nobody follows what was copied. */
const conditions: Readonly<Record<string, string>> = {
  artifact_counts: 'where artifacts <> 0',
  sqlite_sequence: "where name <> 'events'",
};

/** The rows of each table as JSON, in an order of their own. */
function dump(dataDir: string): Map<string, string[]> {
  const db = new DatabaseSync(databaseFile(dataDir), { readOnly: true });
  try {
    const rowsOf = (table: string): string[] =>
      db
        .prepare(`select * from ${table} ${conditions[table] ?? ''}`)
        .all()
        .map((row) => JSON.stringify(row))
        .sort();
    return new Map(tables.map((table) => [table, rowsOf(table)]));
  } finally {
    db.close();
  }
}

/** Links lead to the artifacts `shift` further on. */
function moveLinks(values: StoredValues, shift: number): Map<number, unknown> {
  const isLink = (one: unknown): one is { id: number; type: string } =>
    typeof one === 'object' && one !== null && 'id' in one && typeof one.id === 'number' && 'type' in one;
  const move = (value: unknown): unknown =>
    Array.isArray(value) && value.length > 0 && value.every(isLink)
      ? value.map((link) => ({ ...link, id: link.id + shift }))
      : value;
  return new Map(Object.entries(values).map(([id, value]) => [Number(id), move(value)]));
}

interface History {
  /** In order of id. */
  changesets: readonly ChangesetRow[];
  comments: readonly CommentRow[];
}

/** Makes one more copy of the artifacts by the write path: all of them first, then their changes in order. */
async function replay(dataDir: string, { changesets, comments }: History, copy: number): Promise<void> {
  const app = await openApp({ dataDir, logLevel: 'silent' });
  try {
    const { version } = await app.features.site.current();
    const tracker = await app.features.trackers.findDefinition(1, version);
    assert.ok(tracker !== undefined);
    const ms = base * copy * 60_000;
    await app.database.transact(async (tx) => {
      const rows = new Map<number, ArtifactRow>();
      for (let id = 1; id <= base; id += 1) {
        const first = changesets.find((changeset) => changeset.artifact_id === id);
        assert.ok(first !== undefined);
        rows.set(id, await artifactWrites.createArtifact(tx, tracker, first.submitted_by, first.submitted_at_ms + ms));
      }
      for (const [index, changeset] of changesets.entries()) {
        if (changesets[index - 1]?.artifact_id === changeset.artifact_id) continue;
        const next = changesets.findIndex((one, place) => place > index && one.artifact_id !== changeset.artifact_id);
        const together = changesets.slice(index, next === -1 ? undefined : next);
        const changes = together.map((one) => ({
          by: one.submitted_by,
          atMs: one.submitted_at_ms + ms,
          ...(one.email === null ? {} : { email: one.email }),
          comments: comments
            .filter((comment) => comment.changeset_id === one.id)
            .map(({ submitted_by, submitted_at_ms, body, format }) => ({
              by: submitted_by,
              atMs: submitted_at_ms + ms,
              body,
              format,
            })),
          values: moveLinks(artifactRecords.parseChanges(one), base * copy),
        }));
        const before = rows.get(changeset.artifact_id);
        assert.ok(before !== undefined);
        rows.set(changeset.artifact_id, await artifactWrites.applyChanges(tx, tracker, before, changes));
      }
    });
  } finally {
    await app.close();
  }
}

it('copies are what the write path would have written', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'tepal-large-'));
  context.after(() => rm(folder, { recursive: true }));
  const [copied, written] = [join(folder, 'copied'), join(folder, 'written')];
  await fillLargeFolder(written, base, base);
  await fillLargeFolder(copied, base * (copies + 1), base);
  const app = await openApp({ dataDir: written, logLevel: 'silent' });
  const ids = Array.from({ length: base }, (_, index) => index + 1);
  const changesets = (await artifactRecords.listChangesets(app.database.read, ids)).toSorted((a, b) => a.id - b.id);
  const changesetIds = changesets.map(({ id }) => id);
  const history = { changesets, comments: await artifactRecords.listComments(app.database.read, changesetIds) };
  await app.close();
  for (let copy = 1; copy <= copies; copy += 1) await replay(written, history, copy);
  const [found, wanted] = [dump(copied), dump(written)];
  assert.equal(wanted.get('artifacts')?.length, base * (copies + 1));
  for (const table of tables) {
    const [have, need] = [found.get(table) ?? [], wanted.get(table) ?? []];
    const place = need.findIndex((row, index) => row !== have[index]);
    assert.deepEqual([have.length, have[place]], [need.length, need[place]], table);
  }
});
