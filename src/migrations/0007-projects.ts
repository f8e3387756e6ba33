// What projects say about themselves: banner, background, categories; and which of their artifacts changed last.
import { sql } from 'kysely';
import { columnTypesOf, createTable, createTableWithIds } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const projects: Migration = {
  number: 7,
  name: 'projects',
  async up(tx) {
    const { integer, text, flag } = columnTypesOf(tx);
    for (const column of ['banner', 'header_background'])
      await tx.schema
        .alterTable('projects')
        .addColumn(column, text, (c) => c.notNull().defaultTo(''))
        .execute();
    await sql`update projects set unix_name = unix_name || '-' || id where exists (
      select 1 from projects older where lower(older.unix_name) = lower(projects.unix_name)
        and older.id < projects.id)`.execute(tx);
    await sql`create unique index projects_lower_unix_name on projects (lower(unix_name))`.execute(tx);
    await createTableWithIds(tx, 'project_categories', 1, (table) =>
      table
        .addColumn('parent_id', integer, (c) => c.references('project_categories.id').onDelete('cascade'))
        .addColumn('name', text, (c) => c.notNull())
        .addColumn('is_mandatory', flag, (c) => c.notNull()),
    );
    await sql`create unique index project_categories_name on project_categories (coalesce(parent_id, 0), name)`.execute(
      tx,
    );
    await createTable(tx, 'project_category_values')
      .addColumn('project_id', integer, (c) => c.notNull().references('projects.id').onDelete('cascade'))
      .addColumn('category_id', integer, (c) => c.notNull().references('project_categories.id').onDelete('cascade'))
      .addColumn('value_id', integer, (c) => c.notNull().references('project_categories.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('project_category_values_key', ['project_id', 'category_id'])
      .execute();
    await tx.schema
      .createIndex('artifacts_changed')
      .on('artifacts')
      .columns(['tracker_id', 'updated_at_ms', 'id'])
      .execute();
  },
};
