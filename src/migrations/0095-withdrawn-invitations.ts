// Invitations can be withdrawn; their rows stay, as they count for the day of who sent them.
import { columnTypesOf } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const withdrawnInvitations: Migration = {
  number: 95,
  name: 'withdrawn-invitations',
  async up(tx) {
    const { integer } = columnTypesOf(tx);
    await tx.schema
      .alterTable('invitations')
      .addColumn('is_withdrawn', integer, (c) => c.notNull().defaultTo(0))
      .execute();
  },
};
