// Lists that are read page by page, as somebody asks for more.
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { QueryKey } from '@tanstack/react-query';
import { takeTagged } from '../../platform/api.ts';
import type { Tagged } from '../../platform/api.ts';

export const pageSize = 50;

type Ask<T> = (
  page: { limit: number; offset: number },
  signal: AbortSignal,
) => Promise<{ data?: T[]; response: Response }>;

/** `ask` sends the request of one page. */
export const pagedQuery = <T>(queryKey: QueryKey, ask: Ask<T>) =>
  infiniteQueryOptions({
    queryKey,
    initialPageParam: 0,
    queryFn: ({ pageParam: offset, signal }): Promise<Tagged<T[]>> =>
      takeTagged(ask({ limit: pageSize, offset }, signal)),
    getNextPageParam: (last, pages) => {
      const read = pages.reduce((sum, { data }) => sum + data.length, 0);
      return last.data.length > 0 && read < (last.size ?? 0) ? read : undefined;
    },
  });
