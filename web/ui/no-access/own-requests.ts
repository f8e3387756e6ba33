// The person's own requests to join projects.
import { queryOptions } from '@tanstack/react-query';
import { api, settle, take } from '../../platform/api.ts';

export const ownRequestsQuery = queryOptions({
  queryKey: ['/join_requests'],
  queryFn: () => take(api.GET('/join_requests')),
});

/** Rejects where it does not wait any more. */
export const takeBackRequest = (id: number): Promise<void> =>
  settle(api.DELETE('/join_requests/{id}', { params: { path: { id } } }));
