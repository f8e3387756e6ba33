// What the stream of an artifact reads: pages of its changesets, each with what it changed.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, take, takeTagged } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { nameGroup } from '../../../platform/names/group-names.ts';
import { loadParts } from '../../fields/index.ts';
import { listChanges } from './field-changes.ts';
import type { StreamEntry } from './stream.ts';
import type { TalkSearch } from './comment-search.ts';

type Changeset = Schemas['Changeset'];

/** A changeset as the stream tells it. */
export interface Entry extends StreamEntry {
  changeset: Changeset;
}

/** Changesets that are read at a time. */
export const pageSize = 30;

const toEntry = (changeset: Changeset, before: Changeset | undefined, isFirst: boolean): Entry => ({
  id: changeset.id,
  byId: changeset.submitted_by,
  agent: changeset.made_by_agent,
  atMs: new Date(changeset.submitted_on).getTime(),
  isSaid: changeset.last_comment.body !== '',
  isFirst,
  changes: before === undefined ? [] : listChanges(before.values, changeset.values),
  changeset,
});

/** Each is compared with the changeset before it, so one more is read than is shown. */
async function readPage(id: number, { show }: TalkSearch, page: number, signal: AbortSignal) {
  const offset = page * pageSize;
  const [{ data, size }] = await Promise.all([
    takeTagged(
      api.GET('/artifacts/{id}/changesets', {
        params: {
          path: { id },
          query: { fields: show === 'comments' ? 'comments' : 'all', order: 'desc', limit: pageSize + 1, offset },
        },
        signal,
      }),
    ),
    // Values are compared as their types say.
    loadParts(),
  ]);
  const total = size ?? data.length;
  const entries = data.slice(0, pageSize).map((changeset, index) => {
    const isFirst = show !== 'comments' && offset + index === total - 1;
    return toEntry(changeset, data[index + 1], isFirst);
  });
  return { entries, size: total };
}

/** Pages from the newest to the oldest, whichever stands first on the page. */
export const streamQuery = (id: number, search: TalkSearch) =>
  infiniteQueryOptions({
    queryKey: ['/artifacts', id, 'changesets', search.show ?? 'all'],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => readPage(id, search, pageParam, signal),
    getNextPageParam: (last, pages) => (pages.length * pageSize < last.size ? pages.length : undefined),
  });

/** Groups that a comment may be for. */
export const groupsQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['/projects', projectId, 'user_groups', 'own'],
    queryFn: async () => {
      const groups = await take(api.GET('/projects/{id}/user_groups', { params: { path: { id: projectId } } }));
      return groups.map((group) => ({ ...group, label: nameGroup(group) }));
    },
    staleTime: 5 * 60_000,
  });

const mailsMax = 100;

/** Changesets that came by mail, of the newest mails. */
export const mailedQuery = (id: number) =>
  queryOptions({
    queryKey: ['/artifacts', id, 'mail_messages'],
    queryFn: async () => {
      const mails = await take(
        api.GET('/artifacts/{id}/mail_messages', { params: { path: { id }, query: { limit: mailsMax } } }),
      );
      return new Set(mails.flatMap(({ changeset_id: changeset }) => changeset ?? []));
    },
  });
