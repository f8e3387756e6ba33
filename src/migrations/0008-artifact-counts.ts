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
    await fillArtifactCounts(tx);
  },
};

/** Counts all artifacts into the empty table. */
export async function fillArtifactCounts(tx: QueryExecutorProvider): Promise<void> {
  await sql`insert into artifact_counts (tracker_id, span, block, audience, artifacts)
    select tracker_id, 256, block, audience, count(*) from (
      select tracker_id, id / 256 as block, case is_limited when 0 then '' else coalesce(groups_text, ',,') end as audience
      from artifacts left join (
        select artifact_id, ',' || string_agg(cast(ugroup_id as text), ',' order by ugroup_id) || ',' as groups_text
        from artifact_groups group by artifact_id
      ) granted on artifact_id = id
    ) seen group by tracker_id, block, audience`.execute(tx);
  await sql`insert into artifact_counts (tracker_id, span, block, audience, artifacts)
    select tracker_id, 32768, block / 128, audience, sum(artifacts)
    from artifact_counts where span = 256
    group by tracker_id, block / 128, audience`.execute(tx);
}
