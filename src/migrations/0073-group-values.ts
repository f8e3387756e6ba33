// Values of lists that are bound to user groups get a table, and so a counter, of their own; they keep their ids.
import { sql } from 'kysely';
import { columnTypesOf, createTableWithIds, startIdsAt } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

const moved = 'field_id, label, description, rank, is_hidden, is_default, color, ugroup_id';

export const groupValues: Migration = {
  number: 73,
  name: 'group-values',
  async up(tx) {
    const { integer, text, flag } = columnTypesOf(tx);
    await createTableWithIds(tx, 'group_values', 101, (table) =>
      table
        .addColumn('field_id', integer, (c) => c.notNull().references('tracker_fields.id').onDelete('cascade'))
        .addColumn('label', text, (c) => c.notNull())
        .addColumn('description', text, (c) => c.notNull())
        .addColumn('rank', integer, (c) => c.notNull())
        .addColumn('is_hidden', flag, (c) => c.notNull())
        .addColumn('is_default', flag, (c) => c.notNull())
        .addColumn('color', text, (c) => c.notNull())
        .addColumn('ugroup_id', integer),
    );
    await tx.schema.createIndex('group_values_field').on('group_values').column('field_id').execute();
    const ofGroups = sql`field_id in (select id from tracker_fields where settings_json like '%"kind":"ugroups"%')`;
    await sql`insert into group_values (id, ${sql.raw(moved)})
      select id, ${sql.raw(moved)} from field_values where ${ofGroups}`.execute(tx);
    const last = await sql<{ id: number | null }>`select max(id) as id from group_values`.execute(tx);
    await startIdsAt(tx, 'group_values', Math.max(101, (last.rows[0]?.id ?? 0) + 1));
    await sql`update archive_references set kind = 'group_value'
      where kind = 'value' and target_id in (select id from group_values)`.execute(tx);
    await sql`delete from field_values where ${ofGroups}`.execute(tx);
    await sql`alter table field_values drop column ugroup_id`.execute(tx);
  },
};
