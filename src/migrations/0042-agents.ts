// Which changes an agent made for somebody.
import { columnTypesOf } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const agents: Migration = {
  number: 42,
  name: 'agents',
  async up(tx) {
    const { text } = columnTypesOf(tx);
    await tx.schema.alterTable('changesets').addColumn('agent', text).execute();
  },
};
