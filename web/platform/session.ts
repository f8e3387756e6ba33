// Who is signed in, and what the site lets everybody know of itself. Both are read with the document.
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { api, take } from './api.ts';
import type { Schemas } from './api.ts';

export type Site = Schemas['SiteInformation'];
export type Self = Schemas['Account'];

/** Who is signed in by now, whatever the page knows. Throws as `take`. */
export const readSelf = (): Promise<Self> => take(api.GET('/users/{id}', { params: { path: { id: 'self' } } }));

export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: () => take(api.GET('/site')),
  staleTime: Infinity,
});

/** With what pages seal what they keep of this person in the browser, see storage/personal-storage.ts. */
export const storageKeyQuery = queryOptions({
  queryKey: ['storage-key'],
  queryFn: () => take(api.GET('/sessions/self/storage_key')),
  staleTime: Infinity,
});

export const selfQuery = queryOptions({
  queryKey: ['self'],
  queryFn: () => readSelf(),
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

function notifyTabs(name: string): void {
  const channel = new BroadcastChannel(name);
  channel.postMessage(true);
  channel.close();
}

function listenToTabs(name: string, listen: () => void): () => void {
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', listen);
  return () => channel.close();
}

const [signIns, signOuts] = ['tepal.signed-in', 'tepal.signed-out'];

/** Tells the other tabs of this browser that somebody has signed in. */
export const notifySignedIn = (): void => notifyTabs(signIns);

/** Calls `listen` when somebody has signed in in another tab; returns what ends it. */
export const onSignedIn = (listen: () => void): (() => void) => listenToTabs(signIns, listen);

/** Tells the other tabs of this browser that its session was ended by whoever uses it. */
export const notifySignedOut = (): void => notifyTabs(signOuts);

/** Calls `listen` when somebody has signed out in another tab; returns what ends it. */
export const onSignedOut = (listen: () => void): (() => void) => listenToTabs(signOuts, listen);
