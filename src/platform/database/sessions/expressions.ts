// Expressions that Kysely has no words for: conditions of which one must hold, however many there are, a member of stored JSON,
// and a table of which an index has all that is read.
import { sql } from 'kysely';
import type { AliasedRawBuilder, Expression, ExpressionBuilder, RawBuilder, Selectable, SqlBool } from 'kysely';
import { sessionOf } from './session.ts';
import type { Tables } from './tables.ts';

/** Conditions that stand in one chain; more are nested. */
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

/**
 * Whether a pause, or a lease, is over whose end a column holds: see `isOver` of clock.ts, of which this is the form in SQL. An end
 * after `latest`, see `latestEndMs`, was set by a clock that was ahead.
 */
export const isOverIn = (
  column: string,
  now: number | Expression<number>,
  latest: number | Expression<number>,
): RawBuilder<SqlBool> => sql`(${sql.ref(column)} <= ${now} or ${sql.ref(column)} > ${latest})`;

/** JSON of the member with this key of the object that a column holds, so that the rest need not be read; null where there is none. */
export const memberOf = (db: object, column: string, key: string): RawBuilder<string | null> =>
  sessionOf(db).dialect.memberOf(column, key);

/**
 * The table under its own name, for a select or a join that asks for nothing but what an index made by `createCoveringIndex` has,
 * by its ids; then the rows themselves are not read. For columns beside these it costs more than the table.
 */
export function throughIndex<T extends keyof Tables>(
  db: object,
  table: T,
  index: string,
): AliasedRawBuilder<Selectable<Tables[T]>, T> {
  const name = sql.table(table);
  return sql<Selectable<Tables[T]>>`${name}`.as<T>(sessionOf(db).dialect.throughIndex?.(table, index) ?? name);
}
