// What artifacts are sorted by: numbers and texts that searches keep anyway.
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Reader } from '../../../../platform/database/index.ts';
import type { IdRange } from '../engine/blocks.store.ts';
import { stepAlongKeys } from '../engine/set-reads.store.ts';
import type { Deadline } from '../engine/steps.ts';
import '../../artifact/search-texts.tables.ts';

/** Numbers of a field (see FieldType.keys), of these artifacts. */
export const listKeys = (
  db: Reader,
  fieldId: number,
  ids: readonly number[],
): Promise<{ artifact_id: number; key: number }[]> =>
  db
    .selectFrom('artifact_keys')
    .select(['artifact_id', 'key'])
    .where('artifact_id', 'in', ids)
    .where('field_id', '=', fieldId)
    .execute();

/** A number, and the ids of those that have it with commas between them. */
export interface KeyGroup {
  key: number;
  ids: string;
}

/** The same of all artifacts, some at a time. Throws invalid once the time is over. */
export async function* listAllKeys(db: Reader, fieldId: number, deadline: Deadline): AsyncGenerator<KeyGroup[], void> {
  for await (const entries of stepAlongKeys(db, fieldId, [], deadline)) yield groupByKey(db, entries);
}

/** The same of the artifacts in the range. With the plus SQLite doesn't look through all of the field's numbers for them. */
export const listKeysInRange = (db: Reader, fieldId: number, { start, end }: IdRange): Promise<KeyGroup[]> =>
  groupByKey(db, sql`artifact_keys where artifact_id >= ${start} and artifact_id < ${end} and +field_id = ${fieldId}`);

async function groupByKey(db: Reader, entries: RawBuilder<unknown>): Promise<KeyGroup[]> {
  const { rows } = await sql<KeyGroup>`
    select key, string_agg(cast(artifact_id as text), ',') as ids from ${entries} group by key`.execute(db);
  return rows;
}

/** The first characters of a text. */
const startOf = (characters: number) => sql<string>`substr(text, 1, ${sql.lit(characters)})`.as('text');

interface TextStart {
  artifact_id: number;
  text: string;
}

/** The first characters of the texts of an owner (see search-texts.ts), of these artifacts. */
export const listTextStarts = (
  db: Reader,
  owner: number,
  ids: readonly number[],
  characters: number,
): Promise<TextStart[]> =>
  db
    .selectFrom('search_texts')
    .select(['artifact_id', startOf(characters)])
    .where('artifact_id', 'in', ids)
    .where('owner', '=', owner)
    .execute();

/** The same of the artifacts in the range. */
export const listTextStartsInRange = (
  db: Reader,
  owner: number,
  { start, end }: IdRange,
  characters: number,
): Promise<TextStart[]> =>
  db
    .selectFrom('search_texts')
    .select(['artifact_id', startOf(characters)])
    .where('artifact_id', '>=', start)
    .where('artifact_id', '<', end)
    .where('owner', '=', owner)
    .execute();

type OwnColumn = 'number' | 'submitted_at_ms' | 'submitted_by' | 'updated_at_ms' | 'updated_by';

/** What an artifact has of itself. */
export interface OwnNumber {
  artifact_id: number;
  key: number;
}

/** What the tracker's artifacts in the range have of themselves. */
export const listOwnInRange = (
  db: Reader,
  trackerId: number,
  column: OwnColumn,
  { start, end }: IdRange,
): Promise<OwnNumber[]> =>
  db
    .selectFrom('artifacts')
    .select(['id as artifact_id', `${column} as key`])
    .where('tracker_id', '=', trackerId)
    .where('id', '>=', start)
    .where('id', '<', end)
    .execute();

/** The same of these artifacts. */
export const listOwn = (db: Reader, column: OwnColumn, ids: readonly number[]): Promise<OwnNumber[]> =>
  db
    .selectFrom('artifacts')
    .select(['id as artifact_id', `${column} as key`])
    .where('id', 'in', ids)
    .execute();
