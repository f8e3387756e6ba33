// Reads the rows anew when somebody changes artifacts of the tracker.
import { useQueryClient } from '@tanstack/react-query';
import { useGatheredEvents } from '../../platform/live/use-gathered-events.ts';

export function useTrackerEvents(trackerId: number): void {
  const queryClient = useQueryClient();
  useGatheredEvents(
    (event) => event.trackerId === trackerId,
    () => void queryClient.invalidateQueries({ queryKey: ['/trackers', trackerId, 'artifacts'] }),
  );
}
