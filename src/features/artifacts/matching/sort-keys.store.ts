// What artifacts are sorted by: numbers and texts that searches keep anyway.
import { sql } from 'kysely';
import type { Reader } from '../../../platform/database/index.ts';
import '../state/search-texts.tables.ts';

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

/** The first characters of the texts of an owner (see search-texts.ts), of these artifacts. */
export const listTextStarts = (
  db: Reader,
  owner: number,
  ids: readonly number[],
  characters: number,
): Promise<{ artifact_id: number; text: string }[]> =>
  db
    .selectFrom('search_texts')
    .select(['artifact_id', sql<string>`substr(text, 1, ${sql.lit(characters)})`.as('text')])
    .where('artifact_id', 'in', ids)
    .where('owner', '=', owner)
    .execute();
