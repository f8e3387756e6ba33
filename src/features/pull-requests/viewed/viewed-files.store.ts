// Reads and writes what somebody has looked at of pull requests.
import type { Reader, Writer } from '../../../platform/database/index.ts';
import './viewed-files.tables.ts';

interface ViewedFile {
  path: string;
  content_id: string;
}

/** In order of path. */
export const listViewedFiles = (db: Reader, pullRequestId: number, userId: number): Promise<ViewedFile[]> =>
  db
    .selectFrom('pull_request_viewed_files')
    .select(['path', 'content_id'])
    .where('pull_request_id', '=', pullRequestId)
    .where('user_id', '=', userId)
    .orderBy('path')
    .execute();

export async function saveViewedFile(
  tx: Writer,
  row: ViewedFile & { pull_request_id: number; user_id: number },
): Promise<void> {
  await tx
    .insertInto('pull_request_viewed_files')
    .values(row)
    .onConflict((on) => on.columns(['pull_request_id', 'user_id', 'path']).doUpdateSet({ content_id: row.content_id }))
    .execute();
}

export async function deleteViewedFile(tx: Writer, pullRequestId: number, userId: number, path: string): Promise<void> {
  await tx
    .deleteFrom('pull_request_viewed_files')
    .where('pull_request_id', '=', pullRequestId)
    .where('user_id', '=', userId)
    .where('path', '=', path)
    .execute();
}
