// Routes of who is told of what.
import { IdParams, routesFor } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import type { Viewer } from '../projects/index.ts';
import {
  ArtifactSubscription,
  CalendarEvents,
  NewNotificationRecipients,
  NewTrackerSubscription,
  NotificationRecipients,
  TrackerSubscription,
} from './rules.schema.ts';
import type { NotificationRules } from './rules.service.ts';

const route = routesFor<Viewer>();
const recipients = {
  url: '/trackers/:id/notification_recipients',
  access: 'signed-in',
  tag: 'Trackers',
  params: IdParams,
} as const;
const calendar = { ...recipients, url: '/trackers/:id/calendar_events' } as const;
const ofTracker = {
  url: '/trackers/:id/subscription',
  access: 'signed-in',
  tag: 'Trackers',
  params: IdParams,
} as const;
const ofArtifact = {
  url: '/artifacts/:id/subscription',
  access: 'signed-in',
  tag: 'Artifacts',
  params: IdParams,
} as const;

export const notificationRoutes = (rules: NotificationRules): Route<Viewer>[] => [
  ...routesOfTracker(rules),
  ...routesOfReader(rules),
];

const routesOfTracker = (rules: NotificationRules): Route<Viewer>[] => [
  route({
    ...recipients,
    method: 'GET',
    kind: 'single',
    summary: 'Notification rules of a tracker; for its administrators',
    responses: { 200: NotificationRecipients },
    handler: async ({ viewer, params }) => ({ body: await rules.readRecipients(viewer, params.id) }),
  }),
  route({
    ...recipients,
    method: 'PUT',
    kind: 'action',
    summary: 'Replace the notification rules of a tracker',
    body: NewNotificationRecipients,
    responses: { 200: NotificationRecipients },
    handler: async ({ viewer, params, body }) => ({ body: await rules.saveRecipients(viewer, params.id, body) }),
  }),
  route({
    ...calendar,
    method: 'GET',
    kind: 'single',
    summary: 'Whether notifications contain calendar events; for administrators of the tracker',
    responses: { 200: CalendarEvents },
    handler: async ({ viewer, params }) => ({ body: await rules.readCalendar(viewer, params.id) }),
  }),
  route({
    ...calendar,
    method: 'PUT',
    kind: 'action',
    summary: 'Turn calendar events in notifications of a tracker on or off',
    body: CalendarEvents,
    responses: { 200: CalendarEvents },
    handler: async ({ viewer, params, body }) => ({ body: await rules.saveCalendar(viewer, params.id, body) }),
  }),
];

/** What each reader chooses. */
const routesOfReader = (rules: NotificationRules): Route<Viewer>[] => [
  route({
    ...ofTracker,
    method: 'GET',
    kind: 'single',
    summary: 'Your notification level for a tracker',
    responses: { 200: TrackerSubscription },
    handler: async ({ viewer, params }) => ({ body: await rules.readSubscription(viewer, params.id) }),
  }),
  route({
    ...ofTracker,
    method: 'PUT',
    kind: 'action',
    summary: 'Set your notification level for a tracker',
    body: NewTrackerSubscription,
    responses: { 200: TrackerSubscription },
    handler: async ({ viewer, params, body }) => ({ body: await rules.saveSubscription(viewer, params.id, body) }),
  }),
  route({
    ...ofTracker,
    method: 'DELETE',
    kind: 'action',
    summary: 'Reset your notification level for a tracker',
    responses: { 200: TrackerSubscription },
    handler: async ({ viewer, params }) => ({ body: await rules.saveSubscription(viewer, params.id, undefined) }),
  }),
  route({
    ...ofArtifact,
    method: 'GET',
    kind: 'single',
    summary: 'Whether you follow an artifact',
    responses: { 200: ArtifactSubscription },
    handler: async ({ viewer, params }) => ({ body: await rules.readArtifactChoice(viewer, params.id) }),
  }),
  route({
    ...ofArtifact,
    method: 'PUT',
    kind: 'action',
    summary: 'Follow or mute an artifact; null: tracker default',
    body: ArtifactSubscription,
    responses: { 200: ArtifactSubscription },
    handler: async ({ viewer, params, body }) => ({ body: await rules.saveArtifactChoice(viewer, params.id, body) }),
  }),
];
