// Numbered migrations: one ordered list, each applied once, all pending ones in one transaction under the write lock.

import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Clock } from '../../clock.ts';
import { DomainError } from '../../errors.ts';
import { compileOften } from '../../memory/machine-code.ts';
import type { Engine } from './engine.ts';
import { openReader, openWriter } from './session.ts';
import type { SchemaHandle, Session } from './session.ts';

/** A migration knows no table types, because those describe today's tables and a released migration never changes. */
export type MigrationWriter = Transaction<Record<string, Record<string, unknown>>>;

export interface Migration {
  /** Position in the list: 1, 2, 3, … without gaps. */
  readonly number: number;
  readonly name: string;
  up(tx: MigrationWriter): Promise<unknown>;
}

/**
 * Brings the tables up to the last of `migrations`. Takes the write lock only when something is pending, so that
 * commands start while another process writes. Throws DomainError 'conflict' where the database holds a migration
 * that this program does not know.
 */
export async function migrate(engine: Engine, migrations: readonly Migration[], clock: Clock): Promise<void> {
  migrations.forEach((migration, index) => {
    if (migration.number !== index + 1) {
      throw new Error(
        `migration '${migration.name}' has number ${migration.number}; its place in the list is ${index + 1}`,
      );
    }
  });
  const applied = await readAppliedCount(engine.reading);
  refuseNewer(applied, migrations.length);
  if (applied === migrations.length) return;
  // Some look at all that there is.
  compileOften();
  await engine.migrate((session) => applyPending(session, migrations, clock));
}

async function applyPending(session: Session, migrations: readonly Migration[], clock: Clock): Promise<void> {
  const tx: MigrationWriter = openWriter(session);
  const { columnTypes } = session.dialect;
  // Read again under the lock: another process may have been faster.
  const applied = await readAppliedCount(session);
  refuseNewer(applied, migrations.length);
  await session.dialect
    .startTable(tx, 'schema_migrations')
    .ifNotExists()
    .addColumn('number', columnTypes.integer, (column) => column.primaryKey())
    .addColumn('name', columnTypes.text, (column) => column.notNull())
    .addColumn('applied_at_ms', columnTypes.timeMs, (column) => column.notNull())
    .execute();
  for (const migration of migrations.slice(applied)) {
    await migration.up(tx);
    await sql`insert into schema_migrations (number, name, applied_at_ms)
      values (${migration.number}, ${migration.name}, ${clock.nowMs()})`.execute(tx);
  }
}

/** The highest number applied, 0 for an empty database. */
async function readAppliedCount(session: Session): Promise<number> {
  const db: SchemaHandle = openReader(session);
  if (!(await session.dialect.hasTable(db, 'schema_migrations'))) return 0;
  const { rows } = await sql<{ number: number | null }>`select max(number) as number from schema_migrations`.execute(
    db,
  );
  return rows[0]?.number ?? 0;
}

function refuseNewer(applied: number, known: number): void {
  if (applied <= known) return;
  throw new DomainError(
    'conflict',
    `this database was written by a newer Tepal (schema ${applied}, this program knows ${known}); ` +
      'start that version or restore a backup',
  );
}
