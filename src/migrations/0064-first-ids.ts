// The numbers that own labels, attachments and fields of projects of a new site start with (reference page on ids).
import { sql } from 'kysely';
import { startIdsAt } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const firstIds: Migration = {
  number: 64,
  name: 'first-ids',
  async up(tx) {
    const found = await sql<{ id: number }>`select id from users where id > 100 limit 1`.execute(tx);
    // Where somebody was, numbers may have been given, and are never given twice.
    if (found.rows.length > 0) return;
    await startIdsAt(tx, 'open_values', 101);
    await startIdsAt(tx, 'artifact_files', 101);
    await startIdsAt(tx, 'project_fields', 1);
  },
};
