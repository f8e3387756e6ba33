// How many artifacts each tracker has, by blocks of ids and by who may see them.
import { sql } from 'kysely';
import type { QueryExecutorProvider } from 'kysely';
import { columnTypesOf, createTable } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const artifactCounts: Migration = {
  number: 8,
  name: 'artifact counts',
  async up(tx) {
    const { integer, text } = columnTypesOf(tx);
    await createTable(tx, 'artifact_counts')
      .addColumn('tracker_id', integer, (c) => c.notNull().references('trackers.id').onDelete('cascade'))
      .addColumn('span', integer, (c) => c.notNull())
      .addColumn('block', integer, (c) => c.notNull())
      .addColumn('audience', text, (c) => c.notNull())
      .addColumn('artifacts', integer, (c) => c.notNull())
      .addPrimaryKeyConstraint('artifact_counts_key', ['tracker_id', 'span', 'block', 'audience'])
      .execute();
    // With the flag in the index, limited artifacts that are passed over are not looked up.
    await tx.schema.dropIndex('artifacts_tracker').execute();
    const columns = ['tracker_id', 'id', 'is_limited'];
    await tx.schema.createIndex('artifacts_tracker').on('artifacts').columns(columns).execute();
    await tx.schema.createIndex('artifacts_updater').on('artifacts').columns(['tracker_id', 'updated_by']).execute();
    await fillArtifactCounts(tx);
  },
};

/** Counts all artifacts into the empty table. */
export async function fillArtifactCounts(tx: QueryExecutorProvider): Promise<void> {
  await sql`insert into artifact_counts (tracker_id, span, block, audience, artifacts)
    select tracker_id, 1024, block, audience, count(*) from (
      select tracker_id, id / 1024 as block, case is_limited when 0 then '' else (
        select ',' || coalesce(string_agg(cast(ugroup_id as text), ',' order by ugroup_id), '') || ','
        from artifact_groups where artifact_id = id
      ) end as audience
      from artifacts
    ) seen group by tracker_id, block, audience`.execute(tx);
  await sql`insert into artifact_counts (tracker_id, span, block, audience, artifacts)
    select tracker_id, 65536, block / 64, audience, sum(artifacts)
    from artifact_counts where span = 1024
    group by tracker_id, block / 64, audience`.execute(tx);
}
