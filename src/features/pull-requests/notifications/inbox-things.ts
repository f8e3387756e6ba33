// Pull requests as entries of inboxes show them.
import type { Reader } from '../../../platform/database/index.ts';
import type { InboxThings } from '../../notifications/index.ts';
import { projectViews } from '../../projects/index.ts';
import { mayRead } from '../../source-control/index.ts';
import type { CodeAccess } from '../../source-control/index.ts';
import { listPullRequestsByIds } from '../pull-requests.store.ts';

/** The status of a pull request in words. */
const statuses: Readonly<Record<string, string>> = { review: 'Open', merge: 'Merged', abandon: 'Abandoned' };

export const pullRequestThings = (db: Reader, code: Pick<CodeAccess, 'find'>): InboxThings => ({
  kind: 'pull-request',
  async findVisible(viewer, ids) {
    const rows = await listPullRequestsByIds(db, ids);
    const repositories = new Map(
      await Promise.all(
        [...new Set(rows.map((row) => row.repository_id))].map(async (id) => [id, await code.find(db, id)] as const),
      ),
    );
    return new Map(
      rows.flatMap((row) => {
        const repository = repositories.get(row.repository_id);
        if (repository === undefined || !mayRead(viewer, repository)) return [];
        const thing = {
          id: row.id,
          uri: `pull_requests/${row.id}`,
          html_url: `/pull-requests/${row.id}`,
          xref: `pr #${row.id}`,
          title: row.title,
          project: projectViews.viewProjectReference(repository.project),
          tracker: null,
          status: { value: statuses[row.status] ?? row.status, color: null },
        };
        return [[row.id, thing]];
      }),
    );
  },
});
