// Keeps how many artifacts a tracker has, by blocks of ids and by audience, so that lists find their size and the n-th
// artifact without walking through the tracker. Every function here is part of the transaction that changes the artifacts.
import { sql } from 'kysely';
import { prepareWrite } from '../../../platform/database/index.ts';
import type { Param, Reader, Writer } from '../../../platform/database/index.ts';
import type { ArtifactRow } from './artifacts.store.ts';

/** Ids per block. Each wide block holds a whole number of narrow ones. */
export const spans = { narrow: 1024, wide: 65_536 } as const;

/** Of artifacts that are not limited to some groups. */
export const openAudience = '';

const add = prepareWrite(
  (tx, arg: Param<{ trackerId: number; narrowBlock: number; wideBlock: number; audience: string; change: number }>) =>
    tx
      .insertInto('artifact_counts')
      .values(
        [['narrow', 'narrowBlock'] as const, ['wide', 'wideBlock'] as const].map(([span, block]) => ({
          tracker_id: arg('trackerId'),
          span: spans[span],
          block: arg(block),
          audience: arg('audience'),
          artifacts: arg('change'),
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['tracker_id', 'span', 'block', 'audience'])
          .doUpdateSet({ artifacts: sql<number>`artifact_counts.artifacts + excluded.artifacts` }),
      ),
);

/** An artifact that comes to (1) or leaves (-1) an audience of its tracker. */
export interface CountChange {
  row: Pick<ArtifactRow, 'id' | 'tracker_id'>;
  audience: string;
  by: 1 | -1;
}

/** Notes what the changes come to in each block and audience. */
export async function countArtifacts(tx: Writer, changes: readonly CountChange[]): Promise<void> {
  const groups = Map.groupBy(changes, ({ row, audience }) => {
    const block = Math.floor(row.id / spans.narrow);
    return `${row.tracker_id} ${block} ${audience}`;
  });
  for (const group of groups.values()) {
    const change = group.reduce((sum, { by }) => sum + by, 0);
    const [first] = group;
    if (first === undefined || change === 0) continue;
    const { row, audience } = first;
    const blockOf = (span: number): number => Math.floor(row.id / span);
    const blocks = { narrowBlock: blockOf(spans.narrow), wideBlock: blockOf(spans.wide) };
    await add(tx, { trackerId: row.tracker_id, ...blocks, audience, change });
  }
}

/** The audience that the stored row and its groups say. */
export async function readAudience(db: Reader, row: Pick<ArtifactRow, 'id' | 'is_limited'>): Promise<string> {
  if (row.is_limited === 0) return openAudience;
  const groups = await db
    .selectFrom('artifact_groups')
    .select('ugroup_id')
    .where('artifact_id', '=', row.id)
    .orderBy('ugroup_id')
    .execute();
  return `,${groups.map((group) => group.ugroup_id).join(',')},`;
}

/** Forgets the counts of a project's trackers, all of whose artifacts are being erased. */
export async function deleteCounts(tx: Writer, projectId: number): Promise<void> {
  await tx
    .deleteFrom('artifact_counts')
    .where('tracker_id', 'in', (eb) => eb.selectFrom('trackers').select('id').where('project_id', '=', projectId))
    .execute();
}
