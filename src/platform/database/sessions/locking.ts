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
 * Whether some transaction has written and not ended yet. If not, no row will ever become visible whose number, taken in
 * order, is lower than that of one that is visible.
 */
export const hasOpenWrites = (db: Reader): Promise<boolean> => sessionOf(db).dialect.hasOpenWrites(db);
