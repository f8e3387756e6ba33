// Takes artifacts out of the tables into one row each, and puts them back.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { storedJson } from '../../../platform/database/index.ts';
import type { Reader, Tables, Writer } from '../../../platform/database/index.ts';
import { listFiles, removeBlobsLater } from '../../attachments/index.ts';
import type { ArtifactRow } from '../artifact/artifacts.store.ts';
import * as store from '../artifact/artifacts.store.ts';

const integer = Type.Integer();
const text = Type.String();
const textOrNull = Type.Union([Type.String(), Type.Null()]);
const textFormat = Type.Union([Type.Literal('text'), Type.Literal('html'), Type.Literal('commonmark')]);

/** The rows from which everything else of an artifact follows, by table. */
const ArtifactRows = Type.Object({
  artifact: Type.Object({
    id: integer,
    tracker_id: integer,
    number: integer,
    submitted_by: integer,
    submitted_at_ms: integer,
    version: integer,
    changeset_id: integer,
    updated_by: integer,
    updated_at_ms: integer,
    version_second: integer,
    context_version: integer,
    is_limited: integer,
    values_json: text,
  }),
  changesets: Type.Array(
    Type.Object({
      id: integer,
      artifact_id: integer,
      submitted_by: integer,
      submitted_at_ms: integer,
      email: textOrNull,
      agent: Type.Optional(textOrNull),
      empty_comment: Type.Optional(Type.Union([textFormat, Type.Null()])),
      changes_json: text,
    }),
  ),
  comments: Type.Array(
    Type.Object({
      id: integer,
      changeset_id: integer,
      submitted_by: integer,
      submitted_at_ms: integer,
      body: text,
      format: textFormat,
      groups_json: textOrNull,
    }),
  ),
  files: Type.Array(
    Type.Object({
      id: integer,
      artifact_id: integer,
      field_id: integer,
      name: text,
      description: text,
      mime_type: text,
      size_bytes: integer,
      submitted_by: integer,
      path: text,
    }),
  ),
});

export type ArtifactRows = Static<typeof ArtifactRows>;

const readRows = storedJson(ArtifactRows);

/** The rows of its attachments; previews are made anew when it comes back. */
async function takeOutFiles(tx: Writer, artifactId: number, nowMs: number): Promise<ArtifactRows['files']> {
  const files = await listFiles(tx, [artifactId]);
  await removeBlobsLater(
    tx,
    files.flatMap((file) => file.preview_path || []),
    nowMs,
  );
  return files.map(({ preview_path: _preview, chunks: _chunks, touched_at_ms: _touched, ...file }) => ({
    ...file,
    artifact_id: artifactId,
    field_id: file.field_id ?? 0,
  }));
}

/** Moves an artifact with its history to the deleted ones; what points to it, and follows from it, is gone. */
export async function takeOut(tx: Writer, artifact: ArtifactRow, by: number, atMs: number): Promise<void> {
  const changesets = await store.listChangesets(tx, [artifact.id]);
  const comments = await store.listComments(
    tx,
    changesets.map(({ id }) => id),
  );
  const rows: ArtifactRows = { artifact, changesets, comments, files: await takeOutFiles(tx, artifact.id, atMs) };
  await tx
    .insertInto('deleted_artifacts')
    .values({
      id: artifact.id,
      tracker_id: artifact.tracker_id,
      deleted_by: by,
      deleted_at_ms: atMs,
      rows_json: JSON.stringify(rows),
    })
    .execute();
  await tx.deleteFrom('artifacts').where('id', '=', artifact.id).execute();
}

/** What was put back. */
export interface RestoredRows extends ArtifactRows {
  artifact: ArtifactRow;
}

/** Puts the rows of a deleted artifact back, at the rank that its id gives; undefined when there is none. */
export async function putBack(tx: Writer, id: number): Promise<RestoredRows | undefined> {
  const deleted = await tx
    .deleteFrom('deleted_artifacts')
    .where('id', '=', id)
    .returning('rows_json')
    .executeTakeFirst();
  if (deleted === undefined) return undefined;
  const rows = readRows(deleted.rows_json, `deleted artifact ${id}`);
  // What surrounds it may have changed, and what was rendered before it was deleted may still be kept somewhere.
  const artifact = { ...rows.artifact, context_version: rows.artifact.context_version + 1, rank: null };
  await tx.insertInto('artifacts').values(artifact).execute();
  for (const row of rows.changesets)
    await tx
      .insertInto('changesets')
      .values({ ...row, tracker_id: artifact.tracker_id })
      .execute();
  for (const row of rows.comments) await tx.insertInto('comments').values(row).execute();
  for (const row of rows.files)
    await tx
      .insertInto('artifact_files')
      .values({ ...row, touched_at_ms: 0 })
      .execute();
  return { ...rows, artifact };
}

/** When the person deleted artifacts after this moment, oldest first. */
export async function listDeletions(db: Reader, by: number, afterMs: number): Promise<number[]> {
  const rows = await db
    .selectFrom('deleted_artifacts')
    .select('deleted_at_ms')
    .where('deleted_by', '=', by)
    .where('deleted_at_ms', '>', afterMs)
    .orderBy('deleted_at_ms')
    .execute();
  return rows.map((row) => row.deleted_at_ms);
}

/** Newest first. */
export const listDeleted = (
  db: Reader,
): Promise<Pick<Tables['deleted_artifacts'], 'id' | 'tracker_id' | 'deleted_by' | 'deleted_at_ms'>[]> =>
  db
    .selectFrom('deleted_artifacts')
    .select(['id', 'tracker_id', 'deleted_by', 'deleted_at_ms'])
    .orderBy('deleted_at_ms', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** Artifacts whose values may hold a link to this one. Reads through all of them. */
export const listPossibleSources = (db: Reader, id: number): Promise<ArtifactRow[]> =>
  db.selectFrom('artifacts').selectAll().where('values_json', 'like', `%"id":${id},%`).execute();

/** Paths of the attachments of a project's deleted artifacts. */
export async function listDeletedFiles(db: Reader, projectId: number): Promise<string[]> {
  const deleted = await db
    .selectFrom('deleted_artifacts')
    .innerJoin('trackers', 'trackers.id', 'deleted_artifacts.tracker_id')
    .select(['deleted_artifacts.id', 'deleted_artifacts.rows_json'])
    .where('trackers.project_id', '=', projectId)
    .execute();
  return deleted.flatMap(({ id, rows_json: json }) =>
    readRows(json, `deleted artifact ${id}`).files.map(({ path }) => path),
  );
}
