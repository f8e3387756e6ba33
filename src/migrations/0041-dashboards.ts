// Dashboards of projects beside those of people, and what stands on them.
import { sql } from 'kysely';
import { columnTypesOf, createTableWithIds } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const dashboards: Migration = {
  number: 41,
  name: 'dashboards',
  async up(tx) {
    const { integer, text } = columnTypesOf(tx);
    const last = await sql<{ id: number | null }>`select max(id) as id from dashboards`.execute(tx);
    await createTableWithIds(tx, 'dashboards_of_all', Number(last.rows[0]?.id ?? 0) + 1, (table) =>
      table
        .addColumn('user_id', integer, (c) => c.references('users.id').onDelete('cascade'))
        .addColumn('project_id', integer, (c) => c.references('projects.id').onDelete('cascade'))
        .addColumn('name', text, (c) => c.notNull())
        .addColumn('content_json', text, (c) => c.notNull()),
    );
    await sql`insert into dashboards_of_all (id, user_id, project_id, name, content_json)
      select id, user_id, null, name, '{"lines":[],"lastWidgetId":0}' from dashboards`.execute(tx);
    await tx.schema.dropTable('dashboards').execute();
    await tx.schema.alterTable('dashboards_of_all').renameTo('dashboards').execute();
    for (const owner of ['user', 'project'])
      await tx.schema.createIndex(`dashboards_${owner}`).on('dashboards').column(`${owner}_id`).execute();
  },
};
