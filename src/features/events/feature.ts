// Events for other programs, as a feature: over REST, as a stream, and by webhooks.
import { createEventsOut } from './events-out.ts';
import type { EventsOutDeps } from './events-out.ts';
import { dropOldEvents } from './log/events.service.ts';
import { dropFormerSecrets } from './webhooks/webhooks.service.ts';

type Needs = Pick<EventsOutDeps, 'database' | 'clock' | 'logger'>;

export function createEventsFeature(needs: Needs, dependencies: Omit<EventsOutDeps, keyof Needs>) {
  const eventsOut = createEventsOut({ ...needs, ...dependencies });
  const { events, routes, sender } = eventsOut;
  return {
    eventsOut,
    parts: {
      routes,
      cleaners: [dropOldEvents, dropFormerSecrets],
      services: [
        {
          async start(): Promise<void> {
            sender.start();
          },
          stop: (graceMs: number): Promise<void> => sender.stop(graceMs),
        },
      ],
      endings: [(): void => events.end()],
    },
  };
}
