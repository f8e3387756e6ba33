// Reads which repositories are searched.
import type { Reader } from '../../../platform/database/index.ts';
import '../repositories/git.tables.ts';

/** Of the site or of a project, those that were pushed to last first. */
export async function listRecentIds(db: Reader, projectId: number | undefined, max: number): Promise<number[]> {
  const rows = await db
    .selectFrom('git_repositories')
    .select('id')
    .where('deleted_at_ms', 'is', null)
    .$if(projectId !== undefined, (query) => query.where('project_id', '=', projectId ?? -1))
    .orderBy('updated_at_ms', 'desc')
    .orderBy('id', 'desc')
    .limit(max)
    .execute();
  return rows.map(({ id }) => id);
}
