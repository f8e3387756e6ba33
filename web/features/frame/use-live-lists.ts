// Lists that events make old: they are read anew where they are shown, and marked as old elsewhere.
import { useQueryClient } from '@tanstack/react-query';
import { useGatheredEvents } from '../../platform/live/use-gathered-events.ts';

/** What holds artifacts of many places, by the last part of its key that is a word. */
const touched = new Set(['artifacts', 'history', 'counts', 'activity']);

const isTouched = (key: readonly unknown[]): boolean =>
  (key[0] === '/users' || key[0] === '/projects') && touched.has(String(key[2]));

/** Follows what happens, for the lists of home and of projects; used once. */
export function useLiveLists(): void {
  const queryClient = useQueryClient();
  useGatheredEvents(
    () => true,
    () => void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isTouched(queryKey) }),
  );
}
