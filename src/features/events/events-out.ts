// What others learn of events: over REST, and through webhooks.
import type { Route } from '../../platform/http/index.ts';
import type { Viewer } from '../projects/index.ts';
import { createDeliveries } from './deliveries.service.ts';
import { createEventViewer } from './event-viewer.ts';
import { eventRoutes } from './events.routes.ts';
import { createEvents } from './events.service.ts';
import type { Events } from './events.service.ts';
import { createWebhookSender } from './webhook-sender.ts';
import type { WebhookSender } from './webhook-sender.ts';
import type { TurnDeps } from './webhook-turn.ts';
import { deliveryRoutes, webhookRoutes } from './webhooks.routes.ts';
import { createWebhooks } from './webhooks.service.ts';
import type { WebhookDeps } from './webhooks.service.ts';

export interface EventsOut {
  events: Events;
  /** Sends once it is started. */
  sender: WebhookSender;
  routes: Route<Viewer>[];
}

export function createEventsOut(needs: WebhookDeps & Omit<TurnDeps, 'viewEvents'>): EventsOut {
  const deps = { ...needs, viewEvents: createEventViewer(needs.people) };
  const events = createEvents(deps);
  return {
    events,
    sender: createWebhookSender(deps),
    routes: [...eventRoutes(events), ...webhookRoutes(createWebhooks(deps)), ...deliveryRoutes(createDeliveries(deps))],
  };
}
