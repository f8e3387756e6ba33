// Reads and writes who answers for a project.
import type { Reader, Writer } from '../../../platform/database/index.ts';
import './projects.tables.ts';

/** undefined where nobody was named, such as for imported projects. */
export const findOwnerId = async (db: Reader, projectId: number): Promise<number | undefined> =>
  (await db.selectFrom('project_owners').select('user_id').where('project_id', '=', projectId).executeTakeFirst())
    ?.user_id;

export async function saveOwner(tx: Writer, projectId: number, userId: number): Promise<void> {
  await tx
    .insertInto('project_owners')
    .values({ project_id: projectId, user_id: userId })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet({ user_id: userId }))
    .execute();
}
