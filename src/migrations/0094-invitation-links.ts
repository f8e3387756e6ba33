// Invitations whose link was not mailed prove no address; those of site administrators let people register on a closed site.
import { columnTypesOf } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const invitationLinks: Migration = {
  number: 94,
  name: 'invitation-links',
  async up(tx) {
    const { integer } = columnTypesOf(tx);
    await tx.schema
      .alterTable('invitations')
      .addColumn('is_mailed', integer, (c) => c.notNull().defaultTo(1))
      .execute();
    await tx.schema
      .alterTable('invitations')
      .addColumn('is_admitting', integer, (c) => c.notNull().defaultTo(0))
      .execute();
  },
};
