// The place of artifacts in the one order of all of them, where somebody moved them.
import { sql } from 'kysely';
import { columnTypesOf } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const artifactRanks: Migration = {
  number: 15,
  name: 'artifact ranks',
  async up(tx) {
    const { integer } = columnTypesOf(tx);
    await tx.schema.alterTable('artifacts').addColumn('rank', integer).execute();
    await sql`create index artifacts_rank on artifacts (rank) where rank is not null`.execute(tx);
    // Fields of the type showed the id.
    await sql`update artifacts set context_version = context_version + 1
      where tracker_id in (select tracker_id from tracker_fields where type = 'priority')`.execute(tx);
  },
};
