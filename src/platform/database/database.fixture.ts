// A database in a temporary folder with one table, for this folder's tests.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Generated } from 'kysely';
import { createTableWithIds, openDatabase } from './index.ts';
import type { Database, DatabaseOptions, Migration } from './index.ts';

interface TestNotesTable {
  id: Generated<number>;
  title: string;
  body: Uint8Array | null;
  parent_id: number | null;
}

declare module './tables.ts' {
  interface Tables {
    test_notes: TestNotesTable;
  }
}

/** Creates `test_notes`, with ids from 101 and unique titles. */
export const notesMigration: Migration = {
  number: 1,
  name: 'notes',
  up: (tx) =>
    createTableWithIds(tx, 'test_notes', 101, (table) =>
      table
        .addColumn('title', 'text', (column) => column.notNull().unique())
        .addColumn('body', 'blob')
        .addColumn('parent_id', 'integer', (column) => column.references('test_notes.id')),
    ),
};

/** A path in a new folder that goes away with the test. */
export function createFilePath(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'tepal-database-'));
  context.after(() => rmSync(folder, { recursive: true }));
  return join(folder, 'test.db');
}

/** Opens a database that closes with the test. */
export async function openTestDatabase(
  context: TestContext,
  options: Partial<DatabaseOptions> = {},
): Promise<Database> {
  const database = await openDatabase({ file: createFilePath(context), migrations: [notesMigration], ...options });
  context.after(() => database.close());
  return database;
}

/** A promise and the function that resolves it, to hold work at a chosen point. */
export function createGate(): { opened: Promise<void>; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}
