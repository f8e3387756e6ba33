// The audit log of security events.
import { columnTypesOf, createTableWithIds } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const audit: Migration = {
  number: 2,
  name: 'audit',
  async up(tx) {
    const { integer, text, timeMs, json } = columnTypesOf(tx);
    await createTableWithIds(tx, 'audit_events', 1, (table) =>
      table
        .addColumn('at_ms', timeMs, (c) => c.notNull())
        .addColumn('kind', text, (c) => c.notNull())
        .addColumn('actor_id', integer)
        .addColumn('actor_name', text, (c) => c.notNull())
        .addColumn('address', text)
        .addColumn('user_id', integer)
        .addColumn('project_id', integer)
        .addColumn('details_json', json, (c) => c.notNull()),
    );
    await tx.schema.createIndex('audit_events_user').on('audit_events').column('user_id').execute();
    await tx.schema.createIndex('audit_events_kind').on('audit_events').column('kind').execute();
  },
};
