// Writes artifacts: state, history, links, keys. Called by change.ts alone.
import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import { param, prepareQuery, prepareWrite } from '../../platform/database/index.ts';
import type { Param, Tables, Writer } from '../../platform/database/index.ts';
import type { ArtifactRow } from './artifacts.store.ts';

/** Takes the tracker's next number for an artifact. */
export const takeNumber = prepareWrite((tx, arg: Param<{ trackerId: number }>) =>
  tx
    .updateTable('trackers')
    .set({ last_number: sql<number>`last_number + 1` })
    .where('id', '=', arg('trackerId'))
    .returning('last_number'),
);

export const insertArtifact = prepareWrite(
  (tx, arg: Param<{ trackerId: number; number: number; submittedBy: number; atMs: number; second: number }>) =>
    tx
      .insertInto('artifacts')
      .values({
        tracker_id: arg('trackerId'),
        number: arg('number'),
        submitted_by: arg('submittedBy'),
        submitted_at_ms: arg('atMs'),
        version: 0,
        changeset_id: 0,
        updated_by: arg('submittedBy'),
        updated_at_ms: arg('atMs'),
        version_second: arg('second'),
        context_version: 0,
        is_limited: 0,
        values_json: '{}',
      })
      .returningAll(),
);

export const insertChangeset = prepareWrite(
  (tx, arg: Param<{ artifactId: number; by: number; atMs: number; email: string | null; changes: string }>) =>
    tx
      .insertInto('changesets')
      .values({
        artifact_id: arg('artifactId'),
        submitted_by: arg('by'),
        submitted_at_ms: arg('atMs'),
        email: arg('email'),
        changes_json: arg('changes'),
      })
      .returning('id'),
);

export const insertComment = prepareWrite(
  (
    tx,
    arg: Param<{
      changesetId: number;
      by: number;
      atMs: number;
      body: string;
      format: Tables['comments']['format'];
      groups: string | null;
    }>,
  ) =>
    tx.insertInto('comments').values({
      changeset_id: arg('changesetId'),
      submitted_by: arg('by'),
      submitted_at_ms: arg('atMs'),
      body: arg('body'),
      format: arg('format'),
      groups_json: arg('groups'),
    }),
);

/** Adds what is known of an attachment; its bytes are already in place. */
export async function insertFile(tx: Writer, file: Insertable<Tables['artifact_files']>): Promise<number> {
  return (await tx.insertInto('artifact_files').values(file).returning('id').executeTakeFirstOrThrow()).id;
}

const stateColumns = [
  'submitted_by',
  'submitted_at_ms',
  'version',
  'changeset_id',
  'updated_by',
  'updated_at_ms',
  'version_second',
  'is_limited',
  'values_json',
] as const satisfies readonly (keyof ArtifactRow)[];

type StateColumn = (typeof stateColumns)[number];

const stateWrites = new Map<string, ReturnType<typeof prepareStateWrite>>();

const prepareStateWrite = (columns: readonly StateColumn[]) =>
  prepareWrite((tx, arg: Param<ArtifactRow & Record<string, unknown>>) =>
    tx
      .updateTable('artifacts')
      .set(Object.fromEntries(columns.map((column) => [column, param<never>(column)])))
      .where('id', '=', arg('id')),
  );

/** Saves what differs, and names nothing else: SQLite rewrites the entries of every index whose columns a SET names. */
export async function saveState(tx: Writer, before: ArtifactRow, next: ArtifactRow): Promise<void> {
  const changed = stateColumns.filter((column) => before[column] !== next[column]);
  const key = changed.join(' ');
  const write = stateWrites.get(key) ?? prepareStateWrite(changed);
  stateWrites.set(key, write);
  await write(tx, { ...next });
}

const deleteKeys = prepareWrite((tx, arg: Param<{ artifactId: number; fieldId: number }>) =>
  tx.deleteFrom('artifact_keys').where('artifact_id', '=', arg('artifactId')).where('field_id', '=', arg('fieldId')),
);

const insertKey = prepareWrite((tx, arg: Param<{ artifactId: number; fieldId: number; key: number }>) =>
  tx.insertInto('artifact_keys').values({ artifact_id: arg('artifactId'), field_id: arg('fieldId'), key: arg('key') }),
);

/** Replaces the numbers that a field makes the artifact found by. */
export async function replaceKeys(
  tx: Writer,
  artifactId: number,
  fieldId: number,
  keys: readonly number[],
  isNew: boolean,
): Promise<void> {
  if (!isNew) await deleteKeys(tx, { artifactId, fieldId });
  for (const key of new Set(keys)) await insertKey(tx, { artifactId, fieldId, key });
}

const listLinksFrom = prepareQuery((db, arg: Param<{ sourceId: number }>) =>
  db.selectFrom('artifact_links').select(['target_id', 'type']).where('source_id', '=', arg('sourceId')),
);

const deleteLinksFrom = prepareWrite((tx, arg: Param<{ sourceId: number }>) =>
  tx.deleteFrom('artifact_links').where('source_id', '=', arg('sourceId')),
);

const insertLink = prepareWrite((tx, arg: Param<{ sourceId: number; targetId: number; type: string; rank: number }>) =>
  tx
    .insertInto('artifact_links')
    .values({ source_id: arg('sourceId'), target_id: arg('targetId'), type: arg('type'), rank: arg('rank') }),
);

/** Replaces the links that leave from an artifact; gives the targets of those that came or went. */
export async function replaceLinks(
  tx: Writer,
  sourceId: number,
  links: readonly { id: number; type: string }[],
): Promise<Set<number>> {
  const before = await listLinksFrom(tx, { sourceId });
  const keyOf = (id: number, type: string): string => `${id} ${type}`;
  const old = new Set(before.map((link) => keyOf(link.target_id, link.type)));
  const wanted = new Set(links.map((link) => keyOf(link.id, link.type)));
  if (before.length > 0) await deleteLinksFrom(tx, { sourceId });
  for (const [rank, link] of links.entries())
    await insertLink(tx, { sourceId, targetId: link.id, type: link.type, rank });
  return new Set([
    ...before.filter((link) => !wanted.has(keyOf(link.target_id, link.type))).map((link) => link.target_id),
    ...links.filter((link) => !old.has(keyOf(link.id, link.type))).map((link) => link.id),
  ]);
}

export async function replaceGroups(tx: Writer, artifactId: number, groupIds: readonly number[]): Promise<void> {
  await tx.deleteFrom('artifact_groups').where('artifact_id', '=', artifactId).execute();
  for (const id of groupIds)
    await tx.insertInto('artifact_groups').values({ artifact_id: artifactId, ugroup_id: id }).execute();
}

/** Marks representations of these artifacts as out of date though they did not change themselves. */
export async function bumpContext(tx: Writer, ids: readonly number[]): Promise<void> {
  for (const id of ids) await bumpOneContext(tx, { id });
}

const bumpOneContext = prepareWrite((tx, arg: Param<{ id: number }>) =>
  tx
    .updateTable('artifacts')
    .set({ context_version: sql<number>`context_version + 1` })
    .where('id', '=', arg('id')),
);

/** Everything linked with an artifact, in either direction. */
export async function listNeighbours(tx: Writer, id: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('artifact_links')
    .select(['source_id', 'target_id'])
    .where((eb) => eb.or([eb('source_id', '=', id), eb('target_id', '=', id)]))
    .execute();
  return [...new Set(rows.flatMap((row) => [row.source_id, row.target_id]))].filter((other) => other !== id);
}
