// What is said about pull requests, by whom they are reviewed, and what happened to them.
import type { Static } from 'typebox';
import { notFound } from '../../platform/errors.ts';
import { formatIso } from '../../platform/texts/dates.ts';
import { requireUser } from '../people/index.ts';
import { requireLivingProject } from '../projects/index.ts';
import type { Viewer } from '../projects/index.ts';
import { findFor, findForTalk } from './finding.ts';
import type { Found } from './finding.ts';
import { createLineComments, createLineReading } from './lines.service.ts';
import type { Comment, Timeline } from './pull-requests.schema.ts';
import { readPeople } from './people.ts';
import type { PullRequestNeeds } from './pull-requests.service.ts';
import * as store from './pull-requests.store.ts';
import type { CommentRow, EventRow } from './pull-requests.store.ts';
import { viewPeople, viewPerson } from './pull-requests.view.ts';
import type { People } from './pull-requests.view.ts';
import { createReviewing } from './reviewing.service.ts';
import {
  colorOf,
  formatFor,
  peopleOf,
  prepareRewriting,
  requireParent,
  talkMax,
  textOf,
  viewComments,
  viewInline,
} from './said.ts';
import type { PullRequestTalk } from './talk.ts';
import { note } from './notifications/noting.ts';

export const createPullRequestTalk = (needs: PullRequestNeeds): PullRequestTalk => ({
  ...createComments(needs),
  ...createLineComments(needs),
  ...createLineReading(needs),
  ...createTimeline(needs),
  ...createReviewing(needs),
});

function createComments(needs: PullRequestNeeds): Pick<PullRequestTalk, 'listComments' | 'comment' | 'rewrite'> {
  const { database, clock, code } = needs;
  const db = database.read;
  const show = async (viewer: Viewer, found: Found, row: CommentRow): Promise<Static<typeof Comment>> => {
    const [shown] = await viewComments(needs, viewer, found, [row]);
    if (shown === undefined) throw notFound();
    return { ...shown, type: 'comment' };
  };
  return {
    async listComments(viewer, id, { limit, offset, order }) {
      const found = await findFor(db, code, viewer, id);
      const all = await store.listComments(db, id, talkMax);
      const rows = (order === 'asc' ? all : all.toReversed()).slice(offset, offset + limit);
      const comments = await viewComments(needs, viewer, found, rows);
      return { comments: comments.map((one) => ({ ...one, type: 'comment' })), size: all.length };
    },
    async comment(viewer, id, { content, format, parent_id: parent }) {
      const user = requireUser(viewer);
      const found = await findForTalk(db, code, viewer, id);
      requireLivingProject(found.repository.project);
      const shownAs = await formatFor(db, user.id, format);
      const row = await database.transact(async (tx) => {
        const now = await findFor(tx, code, viewer, id);
        if ((parent ?? 0) !== 0) {
          requireParent(await store.findComment(tx, parent ?? 0), id);
          await store.colourThread(tx, 'pull_request_comments', parent ?? 0, colorOf(parent ?? 0));
        }
        await note(tx, now, { kind: 'commented', by: user.id, atMs: clock.nowMs() });
        return store.insertComment(tx, {
          pull_request_id: id,
          parent_id: parent ?? 0,
          user_id: user.id,
          at_ms: clock.nowMs(),
          edited_at_ms: null,
          content: textOf(content),
          format: shownAs,
          color: '',
        });
      });
      return show(viewer, found, row);
    },
    async rewrite(viewer, id, content) {
      const row = await store.findComment(db, id);
      const { found, change } = await prepareRewriting(needs, viewer, row, content);
      await database.transact(async (tx) => store.rewrite(tx, 'pull_request_comments', id, change));
      const changed = await store.findComment(db, id);
      if (changed === undefined) throw notFound();
      return show(viewer, found, changed);
    },
  };
}

/** Ids of people, as events keep them. */
export const readIds = (json: string): number[] => {
  const ids: unknown = JSON.parse(json);
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : [];
};

const viewEvent = (viewer: Viewer, row: EventRow, people: People): Static<typeof Timeline>['collection'][number] => {
  const common = { user: viewPerson(viewer, people, row.user_id) ?? null, post_date: formatIso(row.at_ms) };
  if (row.kind !== 'reviewers') return { ...common, type: 'timeline-event', event_type: row.kind, parent_id: 0 };
  return {
    ...common,
    type: 'reviewer-change',
    added_reviewers: viewPeople(viewer, people, readIds(row.added_json)),
    removed_reviewers: viewPeople(viewer, people, readIds(row.removed_json)),
  };
};

function createTimeline(needs: PullRequestNeeds): Pick<PullRequestTalk, 'listTimeline'> {
  const { database, code } = needs;
  const db = database.read;
  return {
    async listTimeline(viewer, id, { limit, offset }) {
      const found = await findFor(db, code, viewer, id);
      const [comments, inline, events] = await Promise.all([
        store.listComments(db, id, talkMax),
        store.listInlineComments(db, id, talkMax),
        store.listEvents(db, id, talkMax),
      ]);
      const all = [
        ...comments.map((row) => ({ kind: 'comment' as const, row })),
        ...inline.map((row) => ({ kind: 'inline' as const, row })),
        ...events.map((row) => ({ kind: 'event' as const, row })),
      ].sort((a, b) => a.row.at_ms - b.row.at_ms);
      const page = all.slice(offset, offset + limit);
      const ids = page.flatMap(({ kind, row }) =>
        kind === 'event' ? [row.user_id, ...readIds(row.added_json), ...readIds(row.removed_json)] : peopleOf(row),
      );
      const people = await readPeople(db, ids);
      const said = page.flatMap(({ kind, row }) => (kind === 'comment' ? [row] : []));
      const lines = page.flatMap(({ kind, row }) => (kind === 'inline' ? [row] : []));
      const shownSaid = new Map((await viewComments(needs, viewer, found, said, people)).map((one) => [one.id, one]));
      const shownLines = new Map(
        lines.length === 0 ? [] : (await viewInline(needs, viewer, found, lines, people)).map((one) => [one.id, one]),
      );
      const collection = page.flatMap(({ kind, row }): Static<typeof Timeline>['collection'] => {
        if (kind === 'event') return [viewEvent(viewer, row, people)];
        if (kind === 'inline') return [shownLines.get(row.id)].filter((one) => one !== undefined);
        const comment = shownSaid.get(row.id);
        return comment === undefined ? [] : [{ ...comment, type: 'comment' }];
      });
      return { collection, total_size: all.length };
    },
  };
}
