// Attachments that no artifact has yet, and the parts in which files arrive.
import { sql } from 'kysely';
import { columnTypesOf, createTable, createTableWithIds } from '../platform/database/index.ts';
import type { Migration, MigrationWriter } from '../platform/database/index.ts';

export const attachments: Migration = {
  number: 14,
  name: 'attachments',
  async up(tx) {
    await sql`alter table artifact_files rename to artifact_files_before`.execute(tx);
    await tx.schema.dropIndex('artifact_files_artifact').execute();
    await createFiles(tx);
    await sql`insert into artifact_files (id, artifact_id, field_id, name, description, mime_type, size_bytes, submitted_by,
      path, touched_at_ms) select id, artifact_id, field_id, name, description, mime_type, size_bytes, submitted_by, path, 0
      from artifact_files_before`.execute(tx);
    await tx.schema.dropTable('artifact_files_before').execute();
    await createParts(tx);
  },
};

async function createFiles(tx: MigrationWriter): Promise<void> {
  const { integer, text, timeMs } = columnTypesOf(tx);
  const found = await sql<{ last: number | null }>`select max(id) as last from artifact_files_before`.execute(tx);
  const nextId = Number(found.rows[0]?.last ?? 0) + 1;
  await createTableWithIds(tx, 'artifact_files', nextId, (table) =>
    table
      .addColumn('artifact_id', integer, (c) => c.references('artifacts.id').onDelete('cascade'))
      .addColumn('field_id', integer)
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('description', text, (c) => c.notNull())
      .addColumn('mime_type', text, (c) => c.notNull())
      .addColumn('size_bytes', integer, (c) => c.notNull())
      .addColumn('submitted_by', integer, (c) => c.notNull())
      .addColumn('path', text, (c) => c.notNull())
      .addColumn('preview_path', text)
      .addColumn('chunks', integer)
      .addColumn('touched_at_ms', timeMs, (c) => c.notNull()),
  );
  await tx.schema.createIndex('artifact_files_artifact').on('artifact_files').column('artifact_id').execute();
  await sql`create index artifact_files_unattached on artifact_files (submitted_by) where artifact_id is null`.execute(
    tx,
  );
}

async function createParts(tx: MigrationWriter): Promise<void> {
  const { integer, text } = columnTypesOf(tx);
  await createTable(tx, 'artifact_file_parts')
    .addColumn('file_id', integer, (c) => c.notNull().references('artifact_files.id').onDelete('cascade'))
    .addColumn('start_bytes', integer, (c) => c.notNull())
    .addColumn('size_bytes', integer, (c) => c.notNull())
    .addColumn('path', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('artifact_file_parts_key', ['file_id', 'start_bytes'])
    .execute();
}
