// Which artifacts the burnups of a project count.
import type { Reader, Writer } from '../../../platform/database/index.ts';
import './planning.tables.ts';

/** Trackers whose artifacts count one each; none where efforts are added. */
export async function listBurnupTrackers(db: Reader, projectId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('burnup_trackers')
    .select('tracker_id')
    .where('project_id', '=', projectId)
    .orderBy('tracker_id')
    .execute();
  return rows.map((row) => row.tracker_id);
}

export async function replaceBurnupTrackers(tx: Writer, projectId: number, ids: readonly number[]): Promise<void> {
  await tx.deleteFrom('burnup_trackers').where('project_id', '=', projectId).execute();
  for (const tracker_id of new Set(ids))
    await tx.insertInto('burnup_trackers').values({ project_id: projectId, tracker_id }).execute();
}
