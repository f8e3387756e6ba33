// Lists that events make old: they are read anew where they are shown, and marked as old elsewhere.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followEvents } from '../../platform/live.ts';
import { useSelf } from '../../platform/session.ts';

/** Many events at once make one reading, ms. */
const gatheredMs = 400;

/** What holds artifacts of many places, by the last part of its key that is a word. */
const touched = new Set(['artifacts', 'history', 'counts', 'heartbeats']);

const isTouched = (key: readonly unknown[]): boolean =>
  (key[0] === '/users' || key[0] === '/projects') && touched.has(String(key[2]));

/** Follows what happens, for the lists of home and of projects; used once. */
export function useLiveLists(): void {
  const userId = useSelf()?.id;
  const queryClient = useQueryClient();
  useEffect(() => {
    if (userId === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = followEvents(userId, () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isTouched(queryKey) });
      }, gatheredMs);
    });
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [userId, queryClient]);
}
