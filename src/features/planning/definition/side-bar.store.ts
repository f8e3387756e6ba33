// Which projects list their open milestones in the side bar.
import type { Reader, Writer } from '../../../platform/database/index.ts';
import './planning.tables.ts';

export const listsMilestones = async (db: Reader, projectId: number): Promise<boolean> =>
  (await db.selectFrom('quiet_side_bars').select('project_id').where('project_id', '=', projectId).execute()).length ===
  0;

export async function saveListsMilestones(tx: Writer, projectId: number, isListing: boolean): Promise<void> {
  if (isListing) await tx.deleteFrom('quiet_side_bars').where('project_id', '=', projectId).execute();
  else
    await tx
      .insertInto('quiet_side_bars')
      .values({ project_id: projectId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}
