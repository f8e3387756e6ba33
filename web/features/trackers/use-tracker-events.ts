// Reads the rows anew when somebody changes artifacts of the tracker.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followEvents } from '../../platform/live.ts';
import { useSelf } from '../../platform/session.ts';

/** Many changes at once are one reason to read again, in ms. */
const gatherMs = 250;

export function useTrackerEvents(trackerId: number): void {
  const selfId = useSelf()?.id;
  const queryClient = useQueryClient();
  useEffect(() => {
    if (selfId === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = followEvents(selfId, (event) => {
      if (event.trackerId !== trackerId) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        void queryClient.invalidateQueries({ queryKey: ['/trackers', trackerId, 'artifacts'] });
      }, gatherMs);
    });
    return () => {
      end();
      clearTimeout(timer);
    };
  }, [trackerId, selfId, queryClient]);
}
