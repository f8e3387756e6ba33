// What others learn of events: over REST, and through webhooks.
import type { Route } from '../../platform/http/index.ts';
import type { Viewer } from '../projects/index.ts';
import { createDeliveries } from './webhooks/deliveries.service.ts';
import { createEventViewer } from './log/event-viewer.ts';
import { eventRoutes } from './log/events.routes.ts';
import { createEvents } from './log/events.service.ts';
import type { Events } from './log/events.service.ts';
import { createWebhookSender } from './webhooks/webhook-sender.ts';
import type { WebhookSender } from './webhooks/webhook-sender.ts';
import type { TurnDeps } from './webhooks/webhook-turn.ts';
import { deliveryRoutes, webhookRoutes } from './webhooks/webhooks.routes.ts';
import { createWebhooks } from './webhooks/webhooks.service.ts';
import type { WebhookDeps } from './webhooks/webhooks.service.ts';

export interface EventsOut {
  events: Events;
  /** Sends once it is started. */
  sender: WebhookSender;
  routes: Route<Viewer>[];
}

export type EventsOutDeps = WebhookDeps & Omit<TurnDeps, 'viewEvents'>;

export function createEventsOut(needs: EventsOutDeps): EventsOut {
  const deps = { ...needs, viewEvents: createEventViewer(needs.people) };
  const events = createEvents(deps);
  return {
    events,
    sender: createWebhookSender(deps),
    routes: [...eventRoutes(events), ...webhookRoutes(createWebhooks(deps)), ...deliveryRoutes(createDeliveries(deps))],
  };
}
