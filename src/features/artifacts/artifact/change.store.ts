// Writes artifacts: state, history, links, keys. Called by change.ts and change-traces.ts alone.
import { sql } from 'kysely';
import { param, prepareQuery, prepareRows, prepareWrite } from '../../../platform/database/index.ts';
import type { Param, ParamRows, Reader, Tables, Writer } from '../../../platform/database/index.ts';
import type { ArtifactRow } from './artifacts.store.ts';
import { listCounting } from './computed-parents.store.ts';

interface Numbers extends Record<string, unknown> {
  trackerId: number;
  count: number;
}

function addToNumber(tx: Writer, arg: Param<Numbers>) {
  const trackers = tx.updateTable('trackers').where('id', '=', arg('trackerId'));
  return trackers.set({ last_number: sql<number>`last_number + ${arg('count')}` });
}

/** Takes the tracker's next numbers for `count` artifacts; gives the last of them. */
export const takeNumbers = prepareWrite((tx, arg: Param<Numbers>) => addToNumber(tx, arg).returning('last_number'));

/** Moves the tracker on behind the numbers of `count` artifacts that were made. */
export const passNumbers = prepareWrite(addToNumber);

/** An artifact that is to be made; the second is that of its version. */
interface NewRow extends Record<string, unknown> {
  trackerId: number;
  submittedBy: number;
  atMs: number;
  second: number;
}

/** Ends with the first changeset: its place in an index by changesets is then on the page that holds the newest, not the oldest. */
const unborn = 2 ** 31;
const unchanged = { version: 0, changeset_id: unborn, context_version: 0, is_limited: 0, values_json: '{}' };

const columnsOfNew = (row: Param<NewRow>) => ({
  tracker_id: row('trackerId'),
  submitted_by: row('submittedBy'),
  submitted_at_ms: row('atMs'),
  updated_by: row('submittedBy'),
  updated_at_ms: row('atMs'),
  version_second: row('second'),
  ...unchanged,
});

/** Makes artifacts whose numbers lie so many steps behind the last one of their tracker. */
export const insertArtifacts = prepareRows((tx, rows: ParamRows<NewRow & { steps: number }>) =>
  tx
    .insertInto('artifacts')
    .values(
      rows.map((row) => ({
        number: sql<number>`(select last_number from trackers where id = ${row('trackerId')}) + ${row('steps')}`,
        ...columnsOfNew(row),
      })),
    )
    .returningAll(),
);

const insertNumbered = prepareRows((tx, rows: ParamRows<NewRow & { id: number; number: number }>) =>
  tx
    .insertInto('artifacts')
    .values(rows.map((row) => ({ id: row('id'), number: row('number'), ...columnsOfNew(row) }))),
);

/** The same with ids that takeIds gave, which needs no answer; `lastNumber` is the one that their tracker gave last. */
export async function insertArtifactsAhead(
  tx: Writer,
  rows: readonly (NewRow & { steps: number })[],
  ids: readonly number[],
  lastNumber: number,
): Promise<ArtifactRow[]> {
  const numbered = rows.map((row, index) => ({ ...row, id: ids[index] ?? 0, number: lastNumber + row.steps }));
  await insertNumbered(tx, numbered);
  return numbered.map(({ id, number, trackerId, submittedBy, atMs, second }) => ({
    id,
    tracker_id: trackerId,
    number,
    submitted_by: submittedBy,
    submitted_at_ms: atMs,
    updated_by: submittedBy,
    updated_at_ms: atMs,
    version_second: second,
    rank: null,
    ...unchanged,
  }));
}

interface NewChangeset extends Record<string, unknown> {
  artifactId: number;
  trackerId: number;
  by: number;
  atMs: number;
  email: string | null;
  agent: string | null;
  emptyComment: Tables['changesets']['empty_comment'];
  changes: string;
}

const columnsOfChangeset = (row: Param<NewChangeset>) => ({
  artifact_id: row('artifactId'),
  tracker_id: row('trackerId'),
  submitted_by: row('by'),
  submitted_at_ms: row('atMs'),
  email: row('email'),
  agent: row('agent'),
  empty_comment: row('emptyComment'),
  changes_json: row('changes'),
});

const insertUnnumbered = prepareRows((tx, rows: ParamRows<NewChangeset>) =>
  tx.insertInto('changesets').values(rows.map(columnsOfChangeset)).returning('id'),
);

const insertNumberedChangesets = prepareRows((tx, rows: ParamRows<NewChangeset & { id: number }>) =>
  tx.insertInto('changesets').values(rows.map((row) => ({ id: row('id'), ...columnsOfChangeset(row) }))),
);

/** Gives their ids in their order, which are the first ones of `taken` where these are enough: then it waits for no answer. */
export async function insertChangesets(
  tx: Writer,
  rows: readonly NewChangeset[],
  taken: readonly number[],
): Promise<number[]> {
  if (taken.length >= rows.length) {
    const numbered = rows.map((row, index) => ({ ...row, id: taken[index] ?? 0 }));
    await insertNumberedChangesets(tx, numbered);
    return numbered.map(({ id }) => id);
  }
  return (await insertUnnumbered(tx, rows)).map(({ id }) => id).sort((a, b) => a - b);
}

export const insertComments = prepareRows(
  (
    tx,
    rows: ParamRows<{
      changesetId: number;
      by: number;
      atMs: number;
      body: string;
      format: Tables['comments']['format'];
      groups: string | null;
      movedFrom: number | null;
    }>,
  ) =>
    tx.insertInto('comments').values(
      rows.map((row) => ({
        changeset_id: row('changesetId'),
        submitted_by: row('by'),
        submitted_at_ms: row('atMs'),
        body: row('body'),
        format: row('format'),
        groups_json: row('groups'),
        moved_from_tracker_id: row('movedFrom'),
      })),
    ),
);

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

const stateWrites = new Map<string, ReturnType<typeof prepareStateWrite>>();

const prepareStateWrite = (columns: readonly (typeof stateColumns)[number][]) =>
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

export const deleteKeys = prepareWrite((tx, arg: Param<{ artifactId: number; fieldId: number }>) =>
  tx.deleteFrom('artifact_keys').where('artifact_id', '=', arg('artifactId')).where('field_id', '=', arg('fieldId')),
);

/** Where a field has one number and had one, the row stays in its place. */
export const updateKey = prepareWrite((tx, arg: Param<{ artifactId: number; fieldId: number; key: number }>) =>
  tx
    .updateTable('artifact_keys')
    .set({ key: arg('key') })
    .where('artifact_id', '=', arg('artifactId'))
    .where('field_id', '=', arg('fieldId')),
);

/** Adds numbers that a field makes artifacts found by. */
export const insertKeys = prepareRows((tx, rows: ParamRows<{ artifactId: number; fieldId: number; key: number }>) =>
  tx
    .insertInto('artifact_keys')
    .values(rows.map((row) => ({ artifact_id: row('artifactId'), field_id: row('fieldId'), key: row('key') }))),
);

/** The links that leave from an artifact. */
export const listLinksFrom = prepareQuery((db, arg: Param<{ sourceId: number }>) =>
  db.selectFrom('artifact_links').select(['target_id as id', 'type']).where('source_id', '=', arg('sourceId')),
);

export const deleteLinksFrom = prepareWrite((tx, arg: Param<{ sourceId: number }>) =>
  tx.deleteFrom('artifact_links').where('source_id', '=', arg('sourceId')),
);

export const insertLinks = prepareRows(
  (tx, rows: ParamRows<{ sourceId: number; targetId: number; type: string; rank: number }>) =>
    tx.insertInto('artifact_links').values(
      rows.map((row) => ({
        source_id: row('sourceId'),
        target_id: row('targetId'),
        type: row('type'),
        rank: row('rank'),
      })),
    ),
);

/** Forgets everything that follows from the values of an artifact, so that it can be saved anew. */
export async function deleteTraces(tx: Writer, artifactId: number): Promise<void> {
  await tx.deleteFrom('artifact_keys').where('artifact_id', '=', artifactId).execute();
  await tx.deleteFrom('artifact_links').where('source_id', '=', artifactId).execute();
  await tx.deleteFrom('artifact_groups').where('artifact_id', '=', artifactId).execute();
  await tx.deleteFrom('search_texts').where('artifact_id', '=', artifactId).execute();
  const references = tx.deleteFrom('artifact_references').where('source_id', '=', artifactId);
  await references.where('changeset_id', '=', 0).execute();
}

/** Puts an artifact into another tracker. */
export async function moveRow(
  tx: Writer,
  { id, ...row }: Pick<ArtifactRow, 'id' | 'tracker_id' | 'number' | 'values_json' | 'is_limited'>,
): Promise<void> {
  await tx.updateTable('artifacts').set(row).where('id', '=', id).execute();
  await tx.updateTable('changesets').set({ tracker_id: row.tracker_id }).where('artifact_id', '=', id).execute();
}

/** Writes what a changeset of the past changed in the terms of another tracker. */
export async function rewriteChangeset(tx: Writer, id: number, changesJson: string): Promise<void> {
  await tx.updateTable('changesets').set({ changes_json: changesJson }).where('id', '=', id).execute();
}

/** Attachments that one field holds become those of another; those of fields without counterpart keep theirs. */
export async function moveFiles(tx: Writer, artifactId: number, from: number, to: number): Promise<void> {
  const files = tx.updateTable('artifact_files').set({ field_id: to }).where('artifact_id', '=', artifactId);
  await files.where('field_id', '=', from).execute();
}

export const deleteGroups = prepareWrite((tx, arg: Param<{ artifactId: number }>) =>
  tx.deleteFrom('artifact_groups').where('artifact_id', '=', arg('artifactId')),
);

export const insertGroups = prepareRows((tx, rows: ParamRows<{ artifactId: number; groupId: number }>) =>
  tx
    .insertInto('artifact_groups')
    .values(rows.map((row) => ({ artifact_id: row('artifactId'), ugroup_id: row('groupId') }))),
);

/**
 * Marks representations of these artifacts as out of date though they did not change themselves. All rows take the
 * `steps` of the first.
 */
export const bumpContexts = prepareRows((tx, rows: ParamRows<{ id: number; steps: number }>) =>
  tx
    .updateTable('artifacts')
    .set({ context_version: sql<number>`context_version + ${rows[0]('steps')}` })
    .where(
      'id',
      'in',
      rows.map((row) => row('id')),
    ),
);

/** As bumpContexts, by one step each; numbers of no artifact are passed over. */
export const touchArtifacts = (tx: Writer, ids: Iterable<number>): Promise<unknown> =>
  bumpContexts(
    tx,
    [...new Set(ids)].sort((a, b) => a - b).map((id) => ({ id, steps: 1 })),
  );

export const deleteFieldReferences = prepareWrite((tx, arg: Param<{ sourceId: number; fieldId: number }>) =>
  tx
    .deleteFrom('artifact_references')
    .where('source_id', '=', arg('sourceId'))
    .where('field_id', '=', arg('fieldId'))
    .where('changeset_id', '=', 0),
);

/** Where the references in the comment of a changeset lead. */
export const listCommentReferences = (
  db: Reader,
  sourceId: number,
  changesetId: number,
): Promise<{ target_id: number }[]> =>
  db
    .selectFrom('artifact_references')
    .select('target_id')
    .where('source_id', '=', sourceId)
    .where('field_id', '=', 0)
    .where('changeset_id', '=', changesetId)
    .execute();

export const deleteCommentReferences = prepareWrite((tx, arg: Param<{ sourceId: number; changesetId: number }>) =>
  tx
    .deleteFrom('artifact_references')
    .where('source_id', '=', arg('sourceId'))
    .where('field_id', '=', 0)
    .where('changeset_id', '=', arg('changesetId')),
);

export const insertReferences = prepareRows(
  (
    tx,
    rows: ParamRows<{ sourceId: number; fieldId: number; changesetId: number; keyword: string; targetId: number }>,
  ) =>
    tx.insertInto('artifact_references').values(
      rows.map((row) => ({
        source_id: row('sourceId'),
        field_id: row('fieldId'),
        changeset_id: row('changesetId'),
        keyword: row('keyword'),
        target_id: row('targetId'),
      })),
    ),
);

/** As bumpContexts, of those whose texts refer to one of these artifacts. */
export const bumpReferrers = prepareRows((tx, rows: ParamRows<{ id: number }>) =>
  tx
    .updateTable('artifacts')
    .set({ context_version: sql<number>`context_version + 1` })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('artifact_references')
        .select('source_id')
        .where(
          'target_id',
          'in',
          rows.map((row) => row('id')),
        ),
    ),
);

/**
 * Everything that is linked with an artifact, or refers to it or is referred to by it, and what shows sums or charts in which it
 * may count.
 */
export async function listNeighbours(tx: Writer, id: number): Promise<number[]> {
  const [links, references] = [tx.selectFrom('artifact_links'), tx.selectFrom('artifact_references')];
  const rows = await links
    .select(['source_id', 'target_id'])
    .where((eb) => eb.or([eb('source_id', '=', id), eb('target_id', '=', id)]))
    .union(
      references
        .select(['source_id', 'target_id'])
        .where((eb) => eb.or([eb('source_id', '=', id), eb('target_id', '=', id)])),
    )
    .execute();
  const linked = rows.flatMap((row) => [row.source_id, row.target_id]);
  return [...new Set([...linked, ...(await listCounting(tx, id))])].filter((other) => other !== id);
}
