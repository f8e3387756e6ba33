// Reads all pull requests of repositories, and all that belongs to one, for archives.
import type { Reader } from '../../../platform/database/index.ts';
import type { CommentRow, EventRow, InlineRow, PullRequestRow } from '../pull-requests.store.ts';
import '../pull-requests.tables.ts';

/** In order of id, after one of them. */
export const pagePullsOf = async (
  db: Reader,
  repositories: readonly number[],
  after: number,
  max: number,
): Promise<PullRequestRow[]> =>
  repositories.length === 0
    ? []
    : db
        .selectFrom('pull_requests')
        .selectAll()
        .where('repository_id', 'in', repositories)
        .where('id', '>', after)
        .orderBy('id')
        .limit(max)
        .execute();

export interface PullRows {
  comments: CommentRow[];
  inline: InlineRow[];
  events: EventRow[];
}

/** Each in order of id. */
export const listRowsOf = async (db: Reader, id: number): Promise<PullRows> => ({
  comments: await db
    .selectFrom('pull_request_comments')
    .selectAll()
    .where('pull_request_id', '=', id)
    .orderBy('id')
    .execute(),
  inline: await db
    .selectFrom('pull_request_inline_comments')
    .selectAll()
    .where('pull_request_id', '=', id)
    .orderBy('id')
    .execute(),
  events: await db
    .selectFrom('pull_request_events')
    .selectAll()
    .where('pull_request_id', '=', id)
    .orderBy('id')
    .execute(),
});
