// Types of links between artifacts that the site, a project or a tracker uses no more.
import { sql } from 'kysely';
import { columnTypesOf, createTableWithIds } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const unusedLinkTypes: Migration = {
  number: 77,
  name: 'unused-link-types',
  async up(tx) {
    const { integer, text } = columnTypesOf(tx);
    await createTableWithIds(tx, 'unused_link_types', 1, (table) =>
      table
        .addColumn('project_id', integer, (c) => c.references('projects.id').onDelete('cascade'))
        .addColumn('tracker_id', integer, (c) => c.references('trackers.id').onDelete('cascade'))
        .addColumn('shortname', text, (c) => c.notNull()),
    );
    for (const column of ['project_id', 'tracker_id'])
      await tx.schema.createIndex(`unused_link_types_${column}`).on('unused_link_types').column(column).execute();
    // What archives brought: until now it was kept for exports alone.
    for (const shortname of ['_is_child', '_covered_by'])
      await sql`insert into unused_link_types (project_id, shortname) select project_id, ${sql.lit(shortname)} from archive_blocks
        where name = 'natures' and xml like ${sql.lit(`%is_used="0">${shortname}<%`)}`.execute(tx);
  },
};
