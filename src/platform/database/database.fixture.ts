// A database with one table, for this folder's tests.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Generated } from 'kysely';
import { columnTypesOf, createTableWithIds, openDatabase } from './index.ts';
import type { Database, DatabaseLocation, Migration, OpeningOptions } from './index.ts';
import { createTestPlace, migrated } from './test-place.testing.ts';

interface TestNotesTable {
  id: Generated<number>;
  title: string;
  body: Uint8Array | null;
  parent_id: number | null;
}

declare module './sessions/tables.ts' {
  interface Tables {
    test_notes: TestNotesTable;
  }
}

/** Creates `test_notes`, with ids from 101 and unique titles. */
export const notesMigration: Migration = {
  number: 1,
  name: 'notes',
  up(tx) {
    const { text, bytes, integer } = columnTypesOf(tx);
    return createTableWithIds(tx, 'test_notes', 101, (table) =>
      table
        .addColumn('title', text, (column) => column.notNull().unique())
        .addColumn('body', bytes)
        .addColumn('parent_id', integer, (column) => column.references('test_notes.id')),
    );
  },
};

/** A path in a new folder that goes away with the test. */
export function createFilePath(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'tepal-database-'));
  context.after(() => rmSync(folder, { recursive: true }));
  return join(folder, 'test.db');
}

/** A new database of this run's engine that goes away with the test. */
export async function usePlace(context: TestContext, migrations: readonly Migration[] = []): Promise<DatabaseLocation> {
  const { place, remove } = await createTestPlace(migrations.length === 0 ? undefined : migrated(migrations));
  cleanUp(context, remove);
  return place;
}

/** Opens a database that closes with the test; its migrations are those of `options`, or notesMigration. */
export async function openTestDatabase(
  context: TestContext,
  options: Partial<OpeningOptions> & { place?: DatabaseLocation } = {},
): Promise<Database> {
  const { place, migrations = [notesMigration], ...others } = options;
  const where = place ?? (await usePlace(context, migrations));
  const database = await openDatabase({ ...where, migrations, ...others });
  cleanUp(context, () => database.close());
  return database;
}

const cleanups = new WeakMap<TestContext, (() => Promise<void>)[]>();

/** Runs `step` after the test, and before the steps that were given earlier: databases close before they go away. */
export function cleanUp(context: TestContext, step: () => Promise<void>): void {
  const steps = cleanups.get(context) ?? [];
  if (steps.length === 0) {
    cleanups.set(context, steps);
    context.after(async () => {
      for (const last of steps.reverse()) await last();
    });
  }
  steps.push(step);
}

/** A promise and the function that resolves it, to hold work at a chosen point. */
export function createGate(): { opened: Promise<void>; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}
