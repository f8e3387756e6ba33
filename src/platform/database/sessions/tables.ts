// What the program's tables look like to TypeScript, and the two kinds of handle that store functions take.
// Features add their row types here by module augmentation; this file names no table.

import type { Kysely, Transaction } from 'kysely';

/**
 * Row types by table name. A feature adds its own in `*.tables.ts`:
 * `declare module './tables.ts' { interface Tables { users: UsersTable } }`.
 */
export interface Tables {}

/**
 * A handle that a store function takes to read: the database's `read`, a snapshot or a transaction.
 * `getExecutor` is part of it so that raw `sql` selects can run on it; a write through it is refused by the engine
 * unless the handle is a transaction.
 */
export type Reader = Pick<
  Kysely<Tables>,
  'selectFrom' | 'selectNoFrom' | 'with' | 'withRecursive' | 'fn' | 'dynamic' | 'case' | 'getExecutor'
>;

/** A handle that a store function takes to change rows: a transaction, valid until its work has ended. */
export type Writer = Transaction<Tables>;
