// Expressions that Kysely has no words for: conditions of which one must hold, however many there are, and a member of stored
// JSON.
import type { Expression, ExpressionBuilder, RawBuilder, SqlBool } from 'kysely';
import { sessionOf } from './session.ts';

const chainMax = 8;

/**
 * Holds where one of the conditions does. They are nested in pairs, so that the depth of the expression grows with the
 * logarithm of their number: SQLite refuses 1,000 levels (https://www.sqlite.org/limits.html#max_expr_depth).
 */
export function anyOf<DB, TB extends keyof DB>(
  eb: ExpressionBuilder<DB, TB>,
  conditions: readonly Expression<SqlBool>[],
): Expression<SqlBool> {
  if (conditions.length <= chainMax) return eb.or(conditions);
  const middle = Math.ceil(conditions.length / 2);
  return eb.or([anyOf(eb, conditions.slice(0, middle)), anyOf(eb, conditions.slice(middle))]);
}

/** JSON of the member with this key of the object that a column holds, so that the rest need not be read; null where there is none. */
export const memberOf = (db: object, column: string, key: string): RawBuilder<string | null> =>
  sessionOf(db).dialect.memberOf(column, key);
