// Reads and writes what full-text search keeps beside its index, and what of artifacts goes into it.
import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import { prepareList } from '../../../platform/database/index.ts';
import type { Reader, Tables, Writer } from '../../../platform/database/index.ts';
import './search.tables.ts';

export type ProgressRow = Selectable<Tables['search_progress']>;

export const findProgress = (db: Reader, kind: number): Promise<ProgressRow | undefined> =>
  db.selectFrom('search_progress').selectAll().where('kind', '=', kind).executeTakeFirst();

export async function saveProgress(tx: Writer, row: ProgressRow): Promise<void> {
  const { kind: _kind, ...others } = row;
  await tx
    .insertInto('search_progress')
    .values(row)
    .onConflict((conflict) => conflict.column('kind').doUpdateSet(others))
    .execute();
}

export async function listArtifactIds(db: Reader, beforeId: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('artifacts')
    .select('id')
    .where('id', '<', beforeId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Which of these artifacts there are, and where. */
export const listPlaces = prepareList((db, isOneOf) =>
  db
    .selectFrom('artifacts')
    .innerJoin('trackers', 'trackers.id', 'artifacts.tracker_id')
    .select(['artifacts.id', 'artifacts.tracker_id', 'trackers.project_id'])
    .where(isOneOf('artifacts.id')),
);

export async function listTrackerIds(db: Reader, projectIds: readonly number[]): Promise<number[]> {
  if (projectIds.length === 0) return [];
  const rows = await db
    .selectFrom('trackers')
    .select('id')
    .where('project_id', 'in', projectIds)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Which attachments of these artifacts have a text, and how long it is, in the order of the files. */
export const listFileTextHeads = prepareList((db, isOneOf) =>
  db
    .selectFrom('search_file_texts')
    .innerJoin('artifact_files', 'artifact_files.id', 'search_file_texts.file_id')
    .select(['search_file_texts.file_id', sql<number>`octet_length(search_file_texts.text)`.as('bytes')])
    .where(isOneOf('artifact_files.artifact_id'))
    .where(sql<boolean>`octet_length(search_file_texts.text) > 0`)
    .orderBy('search_file_texts.file_id'),
);

/** Which of these artifacts have attachments with texts. */
export const listWithFileTexts = prepareList((db, isOneOf) =>
  db
    .selectFrom('search_file_texts')
    .innerJoin('artifact_files', 'artifact_files.id', 'search_file_texts.file_id')
    .select('artifact_files.artifact_id')
    .distinct()
    .where(isOneOf('artifact_files.artifact_id'))
    .where(sql<boolean>`octet_length(search_file_texts.text) > 0`),
);

/** Empty where there is none any more. */
export async function findFileText(db: Reader, fileId: number): Promise<string> {
  const row = await db.selectFrom('search_file_texts').select('text').where('file_id', '=', fileId).executeTakeFirst();
  return row?.text ?? '';
}

/** Attachments of these artifacts whose text was not looked for yet, and that are no larger. */
export const listUnreadFiles = (
  db: Reader,
  artifactIds: readonly number[],
  sizeMax: number,
): Promise<
  Pick<Selectable<Tables['artifact_files']>, 'id' | 'artifact_id' | 'name' | 'mime_type' | 'path' | 'size_bytes'>[]
> =>
  artifactIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('artifact_files')
        .leftJoin('search_file_texts', 'search_file_texts.file_id', 'artifact_files.id')
        .select(['artifact_files.id', 'artifact_files.artifact_id', 'name', 'mime_type', 'path', 'size_bytes'])
        .where('artifact_files.artifact_id', 'in', artifactIds)
        .where('search_file_texts.file_id', 'is', null)
        .where('path', '!=', '')
        .where('size_bytes', '<=', sizeMax)
        .orderBy('artifact_files.id')
        .execute();

/** Where there is such a file still. */
export async function saveFileText(tx: Writer, fileId: number, text: string): Promise<void> {
  await tx
    .insertInto('search_file_texts')
    .columns(['file_id', 'text'])
    .expression((eb) =>
      eb
        .selectFrom('artifact_files')
        .select(['id', eb.val(text).as('text')])
        .where('id', '=', fileId),
    )
    .onConflict((conflict) => conflict.column('file_id').doNothing())
    .execute();
}

/** Words that one statement inserts. */
const wordsAtOnce = 500;

export async function insertWords(tx: Writer, words: readonly string[]): Promise<void> {
  for (let start = 0; start < words.length; start += wordsAtOnce)
    await tx
      .insertInto('search_words')
      .values(words.slice(start, start + wordsAtOnce).map((word) => ({ word })))
      .onConflict((conflict) => conflict.column('word').doNothing())
      .execute();
}

export const deleteWords = (tx: Writer): Promise<unknown> => tx.deleteFrom('search_words').execute();

/** Words that start with this text and come after `after`, in order, at most `limit`. */
export async function listWords(
  db: Reader,
  { start, after, limit }: { start: string; after: string; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('search_words')
    .select('word')
    .where('word', '>=', start)
    .where('word', '>', after)
    .where('word', '<', `${start}\uffff`)
    .orderBy('word')
    .limit(limit)
    .execute();
  return rows.map(({ word }) => word);
}
