// An index over texts by what they contain, on both engines: which texts of an owner may contain a word, or any other part.
// It may name texts too many, never one too few.

import type { RawBuilder } from 'kysely';
import { sessionOf } from './session.ts';
import type { ItemRange, SchemaHandle } from './session.ts';

/** Makes the index of the table `search_texts`, whose columns `owner`, `item` and `text` it follows by itself. */
export async function createTextIndex(db: SchemaHandle): Promise<void> {
  await sessionOf(db).dialect.textIndex.create(db);
}

/** Gives an index that an earlier program made what createTextIndex makes today; what it holds stays as it is. */
export async function renewTextIndex(db: SchemaHandle): Promise<void> {
  await sessionOf(db).dialect.textIndex.renew?.(db);
}

/**
 * A query of the column `item` of the owner's texts that may contain the needle, where there is a range those of its items;
 * undefined where the needle is too short to be found by index.
 */
export const findTextItems = (
  db: object,
  owner: number,
  needle: string,
  range?: ItemRange,
): RawBuilder<unknown> | undefined => sessionOf(db).dialect.textIndex.findItems(owner, needle, range);

/** Whether findTextItems takes less time for a smaller range. */
export const isTextIndexInOrder = (db: object): boolean => sessionOf(db).dialect.textIndex.isInOrder;
