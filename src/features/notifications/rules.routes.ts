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
    summary: 'Addresses and groups that a tracker tells unasked; for its administrators',
    responses: { 200: NotificationRecipients },
    handler: async ({ viewer, params }) => ({ body: await rules.readRecipients(viewer, params.id) }),
  }),
  route({
    ...recipients,
    method: 'PUT',
    kind: 'action',
    summary: 'Replace the addresses and groups that a tracker tells unasked',
    body: NewNotificationRecipients,
    responses: { 200: NotificationRecipients },
    handler: async ({ viewer, params, body }) => ({ body: await rules.saveRecipients(viewer, params.id, body) }),
  }),
  route({
    ...calendar,
    method: 'GET',
    kind: 'single',
    summary:
      'Whether mails bring the timeframe of an artifact as an event for calendars; for administrators of the tracker',
    responses: { 200: CalendarEvents },
    handler: async ({ viewer, params }) => ({ body: await rules.readCalendar(viewer, params.id) }),
  }),
  route({
    ...calendar,
    method: 'PUT',
    kind: 'action',
    summary: 'Choose whether mails bring the timeframe of an artifact as an event for calendars',
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
    summary: 'Which changes in a tracker you are mailed about',
    responses: { 200: TrackerSubscription },
    handler: async ({ viewer, params }) => ({ body: await rules.readSubscription(viewer, params.id) }),
  }),
  route({
    ...ofTracker,
    method: 'PUT',
    kind: 'action',
    summary: 'Choose which changes in a tracker you are mailed about',
    body: NewTrackerSubscription,
    responses: { 200: TrackerSubscription },
    handler: async ({ viewer, params, body }) => ({ body: await rules.saveSubscription(viewer, params.id, body) }),
  }),
  route({
    ...ofTracker,
    method: 'DELETE',
    kind: 'action',
    summary: 'Take your choice for a tracker back',
    responses: { 200: TrackerSubscription },
    handler: async ({ viewer, params }) => ({ body: await rules.saveSubscription(viewer, params.id, undefined) }),
  }),
  route({
    ...ofArtifact,
    method: 'GET',
    kind: 'single',
    summary: 'Whether you chose to be mailed about an artifact',
    responses: { 200: ArtifactSubscription },
    handler: async ({ viewer, params }) => ({ body: await rules.readArtifactChoice(viewer, params.id) }),
  }),
  route({
    ...ofArtifact,
    method: 'PUT',
    kind: 'action',
    summary: 'Choose whether you are mailed about an artifact; null: as its tracker',
    body: ArtifactSubscription,
    responses: { 200: ArtifactSubscription },
    handler: async ({ viewer, params, body }) => ({ body: await rules.saveArtifactChoice(viewer, params.id, body) }),
  }),
];
