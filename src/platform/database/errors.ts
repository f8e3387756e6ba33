// The one place that recognises what an engine's constraints refuse and turns it into domain errors.

import { conflict } from '../errors.ts';
import type { Said } from '../texts/said.ts';
import { readPostgresConstraint } from './postgres/postgres-dialect.ts';
import type { ConstraintFailure } from './sessions/session.ts';
import { readSqliteConstraint } from './sqlite/sqlite-dialect.ts';

/**
 * The constraint that refused a statement, or undefined where `error` is something else. Whoever catches it must throw
 * again: on PostgreSQL the transaction can't go on. What may be refused and then goes on says `onConflict`.
 */
export function readConstraint(error: unknown): ConstraintFailure | undefined {
  return readSqliteConstraint(error) ?? readPostgresConstraint(error);
}

/**
 * Whether a unique or primary key refused the row. `columns` narrows it to one key: `users.username`, or
 * `members.group_id, members.user_id` in the order of the key.
 */
export function isUniqueViolation(error: unknown, columns?: string): boolean {
  const failure = readConstraint(error);
  if (failure?.kind !== 'unique') return false;
  return columns === undefined || failure.columns.join(', ') === columns;
}

/** Whether the row refers to one that does not exist, or is still referred to. */
export function isForeignKeyViolation(error: unknown): boolean {
  return readConstraint(error)?.kind === 'foreign-key';
}

/**
 * The error to throw instead of `error`: DomainError 'conflict' with the message given for the unique key that refused
 * the row (keys are spelled as in `isUniqueViolation`), else `error` itself.
 * Use: `catch (error) { throw mapConstraint(error, { 'users.username': 'This name is taken.' }) }`.
 */
export function mapConstraint(error: unknown, messages: Readonly<Record<string, string | Said>>): unknown {
  for (const [columns, message] of Object.entries(messages)) {
    if (isUniqueViolation(error, columns)) return conflict(message, error);
  }
  return error;
}
