// An order of dashboards that people choose.
import { columnTypesOf } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const dashboardOrder: Migration = {
  number: 51,
  name: 'dashboard-order',
  async up(tx) {
    const { integer } = columnTypesOf(tx);
    await tx.schema
      .alterTable('dashboards')
      .addColumn('rank', integer, (c) => c.notNull().defaultTo(0))
      .execute();
  },
};
