// Entries of the inbox, and changes of them.
import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, settle, take } from '../../platform/api.ts';
import type { Schemas } from '../../platform/api.ts';
import { inboxKey } from '../../platform/live/inbox-counts.ts';
import type { InboxWish } from './inbox-address.ts';

export type Entry = Schemas['InboxEntry'];
export type Change = Schemas['InboxChange'];

const self = { path: { id: 'self' } };

const filtersOf = ({ reason, project, unread }: InboxWish) => ({
  ...(reason === undefined ? {} : { reason }),
  ...(project === undefined ? {} : { project }),
  ...(unread === undefined ? {} : { unread }),
});

export const entriesQuery = (wish: InboxWish) =>
  infiniteQueryOptions({
    queryKey: [...inboxKey, wish],
    initialPageParam: '',
    queryFn: ({ pageParam: before, signal }) => {
      const query = { state: wish.state ?? 'open', ...filtersOf(wish), ...(before === '' ? {} : { before }) };
      return take(api.GET('/users/{id}/inbox', { params: { ...self, query }, signal }));
    },
    getNextPageParam: ({ next }) => next ?? undefined,
  });

/** What one request changes at most. */
const bulkMax = 500;

export const changeEntries = async (ids: readonly number[], change: Change): Promise<void> => {
  for (let start = 0; start < ids.length; start += bulkMax)
    await settle(
      api.PATCH('/users/{id}/inbox', {
        params: self,
        body: { ids: ids.slice(start, start + bulkMax), ...change },
      }),
    );
};

/** All open entries that match the filters, up to this `at`. */
export const readUntil = (until: string, wish: InboxWish): Promise<void> =>
  settle(api.PATCH('/users/{id}/inbox', { params: self, body: { until, ...filtersOf(wish), is_unread: false } }));

/** What the entry becomes. */
export const applyChange = (entry: Entry, change: Change): Entry => ({
  ...entry,
  is_unread: change.is_unread ?? entry.is_unread,
  is_done: change.is_done ?? entry.is_done,
  is_saved: change.is_saved ?? entry.is_saved,
  snoozed_until: change.snoozed_until === undefined ? entry.snoozed_until : change.snoozed_until,
});

/** Whether an entry is in the list that somebody wishes to see, as the server would say. */
export function isListed(entry: Entry, { state = 'open', unread }: InboxWish, nowMs: number): boolean {
  if (unread === true && !entry.is_unread) return false;
  if (state === 'saved') return entry.is_saved;
  if (state === 'done') return entry.is_done;
  const isSnoozed = entry.snoozed_until !== null && Date.parse(entry.snoozed_until) > nowMs;
  return !entry.is_done && isSnoozed === (state === 'snoozed');
}
