// Reads and writes rows of attachments.
import type { Insertable, Selectable, Updateable } from 'kysely';
import { prepareList } from '../../platform/database/index.ts';
import type { Reader, Tables, Writer } from '../../platform/database/index.ts';
import './attachments.tables.ts';

export type FileRow = Selectable<Tables['artifact_files']>;
export type PartRow = Pick<Selectable<Tables['artifact_file_parts']>, 'start_bytes' | 'size_bytes' | 'path'>;

/** Adds what is known of an attachment. */
export async function insertFile(tx: Writer, file: Insertable<Tables['artifact_files']>): Promise<number> {
  return (await tx.insertInto('artifact_files').values(file).returning('id').executeTakeFirstOrThrow()).id;
}

export const findFile = (db: Reader, id: number): Promise<FileRow | undefined> =>
  db.selectFrom('artifact_files').selectAll().where('id', '=', id).executeTakeFirst();

export const listFilesByIds = prepareList((db, isOneOf) =>
  db.selectFrom('artifact_files').selectAll().where(isOneOf('id')),
);

/** Everything that these artifacts have, or had in a former version. */
export const listFiles = prepareList((db, isOneOf) =>
  db.selectFrom('artifact_files').selectAll().where(isOneOf('artifact_id')).orderBy('id'),
);

/** The next files of the whole site after the one with `afterId`, in order of id. */
export const listFilesAfter = (db: Reader, afterId: number, limit: number): Promise<FileRow[]> =>
  db.selectFrom('artifact_files').selectAll().where('id', '>', afterId).orderBy('id').limit(limit).execute();

export const updateFile = (tx: Writer, id: number, change: Updateable<Tables['artifact_files']>): Promise<unknown> =>
  tx.updateTable('artifact_files').set(change).where('id', '=', id).execute();

export async function deleteFiles(tx: Writer, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('artifact_files').where('id', 'in', ids).execute();
}

/** In their order. */
export const listParts = (db: Reader, fileId: number): Promise<PartRow[]> =>
  db
    .selectFrom('artifact_file_parts')
    .select(['start_bytes', 'size_bytes', 'path'])
    .where('file_id', '=', fileId)
    .orderBy('start_bytes')
    .execute();

/** Those of several files. */
export const listPartsOf = prepareList((db, isOneOf) =>
  db.selectFrom('artifact_file_parts').selectAll().where(isOneOf('file_id')),
);

export async function insertPart(tx: Writer, part: Insertable<Tables['artifact_file_parts']>): Promise<void> {
  await tx.insertInto('artifact_file_parts').values(part).execute();
}

export async function deleteParts(tx: Writer, fileId: number): Promise<void> {
  await tx.deleteFrom('artifact_file_parts').where('file_id', '=', fileId).execute();
}

/** Names of every blob of these files: whole ones, parts and previews. */
export async function listBlobNames(db: Reader, ids: readonly number[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const [files, parts] = await Promise.all([
    db.selectFrom('artifact_files').select(['path', 'preview_path']).where('id', 'in', ids).execute(),
    db.selectFrom('artifact_file_parts').select('path').where('file_id', 'in', ids).execute(),
  ]);
  return [...files.flatMap((file) => [file.path, file.preview_path ?? '']), ...parts.map(({ path }) => path)].filter(
    (path) => path !== '',
  );
}

/** `numbered`: those whose chunks are numbered; `sized`: those whose size was said before. */
export type UploadKind = 'numbered' | 'sized';

const unattachedOf = (db: Reader, userId: number, kind: UploadKind) =>
  db
    .selectFrom('artifact_files')
    .where('artifact_id', 'is', null)
    .where('submitted_by', '=', userId)
    .where('chunks', kind === 'numbered' ? 'is not' : 'is', null);

/** What somebody uploaded that no artifact has yet. */
export async function measureUnattached(
  db: Reader,
  userId: number,
  kind: UploadKind,
): Promise<{ files: number; bytes: number }> {
  const row = await unattachedOf(db, userId, kind)
    .select((eb) => [eb.fn.countAll<number>().as('files'), eb.fn.sum<number | null>('size_bytes').as('bytes')])
    .executeTakeFirstOrThrow();
  return { files: Number(row.files), bytes: Number(row.bytes ?? 0) };
}

/** Bytes of all uploads for fields of a project that no artifact has yet. */
export async function sumWaiting(db: Reader, projectId: number): Promise<number> {
  const row = await db
    .selectFrom('artifact_files')
    .where('artifact_id', 'is', null)
    .where('field_id', 'in', (eb) =>
      eb
        .selectFrom('tracker_fields')
        .innerJoin('trackers', 'trackers.id', 'tracker_fields.tracker_id')
        .select('tracker_fields.id')
        .where('trackers.project_id', '=', projectId),
    )
    .select((eb) => eb.fn.sum<number | null>('size_bytes').as('bytes'))
    .executeTakeFirstOrThrow();
  return Number(row.bytes ?? 0);
}

/** Says for which field files are that no artifact has yet. */
export async function chooseField(tx: Writer, ids: readonly number[], fieldId: number): Promise<void> {
  await tx
    .updateTable('artifact_files')
    .set({ field_id: fieldId })
    .where('id', 'in', ids)
    .where('artifact_id', 'is', null)
    .execute();
}

export const listUnattached = (
  db: Reader,
  userId: number,
  kind: UploadKind,
  page: { limit: number; offset: number },
): Promise<FileRow[]> =>
  unattachedOf(db, userId, kind).selectAll().orderBy('id').limit(page.limit).offset(page.offset).execute();

/** An upload of somebody to a field under this name that has not all its bytes in one blob yet. */
export const findUnfinished = (
  db: Reader,
  userId: number,
  fieldId: number,
  name: string,
): Promise<FileRow | undefined> =>
  unattachedOf(db, userId, 'sized')
    .selectAll()
    .where('field_id', '=', fieldId)
    .where('name', '=', name)
    .where('path', '=', '')
    .executeTakeFirst();

/** Ids of files that no artifact has and that nothing was done to since. */
export async function listStale(db: Reader, beforeMs: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('artifact_files')
    .select('id')
    .where('artifact_id', 'is', null)
    .where('touched_at_ms', '<', beforeMs)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Gives files that no artifact has to one. */
export async function attachRows(
  tx: Writer,
  ids: readonly number[],
  place: { artifactId: number; fieldId: number },
): Promise<void> {
  await tx
    .updateTable('artifact_files')
    .set({ artifact_id: place.artifactId, field_id: place.fieldId })
    .where('id', 'in', ids)
    .where('artifact_id', 'is', null)
    .execute();
}

export async function findProjectOfField(db: Reader, fieldId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('tracker_fields')
    .innerJoin('trackers', 'trackers.id', 'tracker_fields.tracker_id')
    .select('trackers.project_id')
    .where('tracker_fields.id', '=', fieldId)
    .executeTakeFirst();
  return row?.project_id;
}

/** Deleted ones too, whose artifacts keep their files. */
export async function listTrackersOf(db: Reader, projectId: number): Promise<number[]> {
  const rows = await db.selectFrom('trackers').select('id').where('project_id', '=', projectId).execute();
  return rows.map(({ id }) => id);
}

/** Of the next artifacts of a tracker after the one with `after`; `lastId` is the last of them, undefined where there are none. */
export async function sumAttached(
  db: Reader,
  trackerId: number,
  { after, limit }: { after: number; limit: number },
): Promise<{ bytes: number; lastId: number | undefined }> {
  const row = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('artifacts')
        .select('id')
        .where('tracker_id', '=', trackerId)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .as('page'),
    )
    .leftJoin('artifact_files', 'artifact_files.artifact_id', 'page.id')
    .select((eb) => [
      eb.fn.sum<number | null>('artifact_files.size_bytes').as('bytes'),
      eb.fn.max<number | null>('page.id').as('last_id'),
    ])
    .executeTakeFirstOrThrow();
  return { bytes: Number(row.bytes ?? 0), lastId: row.last_id === null ? undefined : Number(row.last_id) };
}

export async function findTrackerOfField(db: Reader, fieldId: number): Promise<number | undefined> {
  return (await db.selectFrom('tracker_fields').select('tracker_id').where('id', '=', fieldId).executeTakeFirst())
    ?.tracker_id;
}
