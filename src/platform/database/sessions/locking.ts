// What depends on whether several transactions write at the same time.

import type { SelectQueryBuilder } from 'kysely';
import { sessionOf } from './session.ts';
import type { Reader, Writer } from './tables.ts';

/**
 * The select, passing over rows that other transactions have locked and locking those that it finds. Where only one
 * transaction writes at a time it is the select itself.
 */
export const skipLocked = <DB, TB extends keyof DB, Row>(
  tx: Writer,
  select: SelectQueryBuilder<DB, TB, Row>,
): SelectQueryBuilder<DB, TB, Row> => (sessionOf(tx).dialect.skipsLocked ? select.forUpdate().skipLocked() : select);

/** Whether several transactions may write at the same time, and so commit in another order than they took numbers. */
export const writesAtOnce = (tx: Writer): boolean => sessionOf(tx).dialect.skipsLocked;

/**
 * Ids of `count` rows of a table made by createTableWithIds that are about to be added with them, in order, where the engine tells
 * them before, so that nobody waits for the rows; undefined where it numbers rows itself and answers at once.
 */
export const takeIds = async (tx: Writer, table: string, count: number): Promise<number[] | undefined> => {
  const session = sessionOf(tx);
  return session.dialect.takeIds?.(session, table, count);
};

/** Whether each answer of the engine is waited for, so that questions are better asked together than one after the other. */
export const isFar = (db: Reader): boolean => !sessionOf(db).dialect.isOnThisThread;

/**
 * Whether some transaction has written and not ended yet. If not, no row will ever become visible whose number, taken in
 * order, is lower than that of one that is visible.
 */
export const hasOpenWrites = (db: Reader): Promise<boolean> => sessionOf(db).dialect.hasOpenWrites(db);
