// How much is unread in the inbox. What begins with this key is read again whenever the event stream says that the inbox changed.
import { queryOptions } from '@tanstack/react-query';
import { api, take } from '../api.ts';

/** Begins the keys of all queries of the inbox. */
export const inboxKey = ['/users', 'self', 'inbox'] as const;

export const inboxCountsQuery = queryOptions({
  queryKey: [...inboxKey, 'counts'],
  queryFn: () => take(api.GET('/users/{id}/inbox/counts', { params: { path: { id: 'self' } } })),
});
