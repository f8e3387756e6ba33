// Threads of comments, which are resolved and opened again.
import { forbidden, notFound } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { requireUser } from '../../people/index.ts';
import { requireLivingProject } from '../../projects/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { findFor, findForTalk, mayEdit } from '../finding.ts';
import type { PullRequestNeeds } from '../pull-requests.service.ts';
import * as store from '../pull-requests.store.ts';
import type { CommentRow, TalkTable } from '../pull-requests.store.ts';
import { requireFirst } from '../said.ts';
import { note } from '../notifications/noting.ts';

const finders = {
  pull_request_comments: store.findComment,
  pull_request_inline_comments: store.findInlineComment,
} as const satisfies Record<TalkTable, unknown>;

/**
 * By who began the thread, or may change the title of its pull request, open or closed. What is as it should be stays, with who made
 * it so. Throws as findFor, notFound for an unknown comment, invalid for one that is an answer.
 */
export async function setThreadResolved(
  { database, clock, code }: PullRequestNeeds,
  viewer: Viewer,
  { table, id }: { table: TalkTable; id: number },
  isResolved: boolean,
): Promise<void> {
  const user = requireUser(viewer);
  const read = async (db: Parameters<(typeof finders)[TalkTable]>[0]): Promise<CommentRow> => {
    const row = await finders[table](db, id);
    if (row === undefined) throw notFound(says('pull.no-comment')`this comment does not exist`);
    return row;
  };
  const { pull_request_id: pullId } = await read(database.read);
  const { repository } = await findForTalk(database.read, code, viewer, pullId);
  requireLivingProject(repository.project);
  await database.transact(async (tx) => {
    const row = await read(tx);
    const found = await findFor(tx, code, viewer, pullId);
    requireFirst(row, 'id');
    if (row.user_id !== user.id && !mayEdit(viewer, found))
      throw forbidden(
        says(
          'pull.resolve',
        )`only its author, the author of the pull request and people with permission to merge can resolve a thread`,
      );
    if ((row.resolved_at_ms !== null) === isResolved) return;
    const event = { by: user.id, atMs: clock.nowMs() };
    await store.resolveThread(tx, table, id, isResolved ? event : undefined);
    await note(tx, found, { ...event, kind: isResolved ? 'thread-resolved' : 'thread-reopened' });
  });
}
