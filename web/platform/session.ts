// Who is signed in, and what the site lets everybody know of itself. Both are read with the document.
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { api, take } from './api.ts';
import type { Schemas } from './api.ts';

export type Site = Schemas['SiteInformation'];
export type Self = Schemas['Account'];

export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: () => take(api.GET('/site')),
  staleTime: Infinity,
});

export const selfQuery = queryOptions({
  queryKey: ['self'],
  queryFn: () => take(api.GET('/users/{id}', { params: { path: { id: 'self' } } })),
  staleTime: Infinity,
});

/** The site; read before the first page is shown. */
export const useSite = (): Site => useSuspenseQuery(siteQuery).data;

/** Whoever is signed in; undefined for anonymous people. */
export function useSelf(): (Self & { id: number; username: string }) | undefined {
  const { data } = useQuery(selfQuery);
  return data === undefined || data.is_anonymous || data.id === null || data.username === null
    ? undefined
    : { ...data, id: data.id, username: data.username };
}

const signIns = 'tepal.signed-in';

/** Tells the other tabs of this browser that somebody has signed in. */
export function tellSignedIn(): void {
  const channel = new BroadcastChannel(signIns);
  channel.postMessage(true);
  channel.close();
}

/** Calls `listen` when somebody has signed in in another tab; returns what ends it. */
export function onSignedIn(listen: () => void): () => void {
  const channel = new BroadcastChannel(signIns);
  channel.addEventListener('message', listen);
  return () => channel.close();
}
