// An index over texts by what they contain, on both engines: which texts of an owner may contain a word, or any other part.
// It may name texts too many, never one too few.

import type { RawBuilder } from 'kysely';
import { sessionOf } from './session.ts';
import type { ItemRange, Needles, SchemaHandle } from './session.ts';

/** Makes the index of the table `search_texts`, whose columns `owner`, `item` and `text` it follows by itself. */
export async function createTextIndex(db: SchemaHandle): Promise<void> {
  await sessionOf(db).dialect.textIndex.create(db);
}

/** Gives an index that an earlier program made what createTextIndex makes today; what it holds stays as it is. */
export async function renewTextIndex(db: SchemaHandle): Promise<void> {
  await sessionOf(db).dialect.textIndex.renew?.(db);
}

/**
 * A query of the column `item` of the owner's texts that may contain all needles of one of the lists, where there is a range those of its
 * items; undefined where all needles of a list are too short to be found by index.
 */
export const findTextItems = (
  db: object,
  owner: number,
  needles: Needles,
  range?: ItemRange,
): RawBuilder<unknown> | undefined => sessionOf(db).dialect.textIndex.findItems(owner, needles, range);

/** Whether findTextItems takes less time for a smaller range. */
export const isTextIndexInOrder = (db: object): boolean => sessionOf(db).dialect.textIndex.isInOrder;
