// A database that begins now has nothing that was folded in an older way.
import type { Migration } from '../platform/database/index.ts';

export const newFolding: Migration = {
  number: 82,
  name: 'folding-version',
  async up(tx) {
    const user = await tx.selectFrom('users').select('id').limit(1).executeTakeFirst();
    if (user !== undefined) return;
    await tx.insertInto('settings').values({ name: 'folding_version', value: '2' }).execute();
  },
};
