// Taking rows for oneself where several transactions look for some at the same time.

import type { SelectQueryBuilder } from 'kysely';
import { sessionOf } from './session.ts';
import type { Writer } from './tables.ts';

/**
 * The select, passing over rows that other transactions have locked and locking those that it finds. Where only one
 * transaction writes at a time it is the select itself.
 */
export const skipLocked = <DB, TB extends keyof DB, Row>(
  tx: Writer,
  select: SelectQueryBuilder<DB, TB, Row>,
): SelectQueryBuilder<DB, TB, Row> => (sessionOf(tx).dialect.skipsLocked ? select.forUpdate().skipLocked() : select);
