// Sites that have artifacts keep the limit of deletions that they had: none, where nobody set one. New sites go by the default.
import type { Migration } from '../platform/database/index.ts';

const name = 'sys_artifact_deletions_per_day';

export const artifactDeletions: Migration = {
  number: 83,
  name: 'artifact-deletions',
  async up(tx) {
    const artifact = await tx.selectFrom('artifacts').select('id').limit(1).executeTakeFirst();
    if (artifact === undefined) return;
    await tx
      .insertInto('settings')
      .values({ name, value: '0' })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
  },
};
