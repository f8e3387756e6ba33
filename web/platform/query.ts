// The one cache of what was read, keyed by what was asked.
import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import { RereadingClient } from './live/rereading-client.ts';
import { ApiError } from './api.ts';
import type { Tagged } from './api.ts';

/** A server that is away or busy is asked again; a refusal is final. */
const isWorthRetrying = (failures: number, error: unknown): boolean =>
  failures < 2 && error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);

const waitMs = (attempt: number, error: unknown): number =>
  error instanceof ApiError && error.retryAfterS !== undefined ? error.retryAfterS * 1000 : 500 * 2 ** attempt;

export const queryClient = new RereadingClient({
  defaultOptions: {
    queries: {
      // Events tell what changed; this is for what they do not tell.
      staleTime: 30_000,
      gcTime: 10 * 60_000,
      retry: isWorthRetrying,
      retryDelay: waitMs,
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false },
  },
});

/**
 * For loaders of routes, which also run when somebody points at a link: reads what the page will show, unless it is there.
 * Never throws; the page says itself what is wrong.
 */
export const readAhead = async <T, Key extends QueryKey>(
  client: QueryClient,
  options: FetchQueryOptions<T, Error, T, Key>,
): Promise<void> => {
  if (client.getQueryData(options.queryKey) === undefined) await client.prefetchQuery(options);
};

/** What a list that is shown whole holds at most. */
const listMax = 500;

/** All pages of a list, one after another, up to 500 entries. */
export async function readAll<T>(read: (offset: number) => Promise<Tagged<T[]>>): Promise<T[]> {
  const all: T[] = [];
  for (;;) {
    const { data, size = 0 } = await read(all.length);
    all.push(...data);
    if (data.length === 0 || all.length >= Math.min(size, listMax)) return all;
  }
}
