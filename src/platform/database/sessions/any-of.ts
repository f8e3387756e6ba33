// Conditions of which one must hold, however many there are.
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';

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
