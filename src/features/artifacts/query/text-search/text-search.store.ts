// Reads texts that may contain some words, by the index of texts.
import { sql } from 'kysely';
import { findTextItems } from '../../../../platform/database/index.ts';
import type { Needles, Reader } from '../../../../platform/database/index.ts';
import type { IdRange } from '../engine/blocks.store.ts';
import { addIds } from '../engine/set-reads.store.ts';
import '../../artifact/artifacts.tables.ts';
import type { TextRow } from '../../artifact/text-traces.store.ts';
import '../../artifact/search-texts.tables.ts';

/** Whose texts are read (see search-texts.ts), and what their items are. */
export interface TextOwner {
  id: number;
  items: 'artifacts' | 'files' | 'changesets';
}

/** Longer texts are read one by one, in bytes. */
const shortMaxBytes = 4000;

/** A text, where it is not long. */
export type Passage = Omit<TextRow, 'text'> & { text: string | null };

/** Whether an index finds texts that contain all needles of one of the lists. */
export const isFound = (db: Reader, needles: Needles): boolean => findTextItems(db, 0, needles) !== undefined;

/** Items of the owner, in the range, whose texts may contain all needles of one of the lists; none where no index finds them. */
export async function listItems(db: Reader, owner: number, needles: Needles, range: IdRange): Promise<number[]> {
  const query = findTextItems(db, owner, needles, range);
  if (query === undefined) return [];
  const { rows } = await sql<{ ids: string | null }>`
    select string_agg(cast(item as text), ',') as ids from (${query}) as found`.execute(db);
  const items: number[] = [];
  addIds(rows[0]?.ids ?? '', (item) => items.push(item));
  return items;
}

const places = { files: 'artifact_files', changesets: 'changesets' } as const;

/** The texts of these items, which must be some. What is an artifact's own is found without looking for the artifact. */
export async function listPassages(db: Reader, owner: TextOwner, items: readonly number[]): Promise<Passage[]> {
  if (owner.items === 'artifacts') return listTextsOfOwner(db, owner.id, items);
  const { rows } = await sql<Passage>`
    select texts.artifact_id, texts.owner, texts.item, texts.audience,
      case when octet_length(texts.text) <= ${sql.lit(shortMaxBytes)} then texts.text end as text
    from ${sql.table(places[owner.items])} as places
    join search_texts as texts on texts.artifact_id = places.artifact_id and texts.item = places.id
    where places.id in (${sql.join(items)}) and texts.owner = ${owner.id}`.execute(db);
  return rows;
}

/** The texts of an owner in these artifacts. */
export const listTextsOfOwner = (db: Reader, owner: number, artifactIds: readonly number[]): Promise<Passage[]> =>
  db
    .selectFrom('search_texts')
    .select(['artifact_id', 'owner', 'item', 'audience'])
    .select(sql<string | null>`case when octet_length(text) <= ${sql.lit(shortMaxBytes)} then text end`.as('text'))
    .where('artifact_id', 'in', artifactIds)
    .where('owner', '=', owner)
    .execute();

/** One text as a whole; empty where it is gone. */
export async function readText(
  db: Reader,
  { artifact_id: artifactId, owner, item }: Pick<TextRow, 'artifact_id' | 'owner' | 'item'>,
): Promise<string> {
  const row = await db
    .selectFrom('search_texts')
    .select('text')
    .where('artifact_id', '=', artifactId)
    .where('owner', '=', owner)
    .where('item', '=', item)
    .executeTakeFirst();
  return row?.text ?? '';
}

/** One more than the last item of these owners. */
export async function endOfItems(db: Reader, items: 'files' | 'changesets'): Promise<number> {
  const table = items === 'files' ? 'artifact_files' : 'changesets';
  const row = await db
    .selectFrom(table)
    .select((eb) => eb.fn.max<number | null>('id').as('last'))
    .executeTakeFirst();
  return Number(row?.last ?? 0) + 1;
}
