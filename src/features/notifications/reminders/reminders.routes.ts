// Routes of reminders of dates.
import { IdParams, routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { DateReminders, NewDateReminders } from './reminders.schema.ts';
import type { DateReminders as Reminders } from './reminders.service.ts';

const route = routesFor<Viewer>();
const ofTracker = {
  url: '/trackers/:id/date_reminders',
  access: 'signed-in',
  tag: 'Trackers',
  params: IdParams,
} as const;

export const reminderRoutes = (reminders: Reminders): Route<Viewer>[] => [
  route({
    ...ofTracker,
    method: 'GET',
    kind: 'single',
    summary: 'Date reminders of a tracker; for its administrators',
    responses: { 200: DateReminders },
    handler: async ({ viewer, params }) => ({ body: await reminders.list(viewer, params.id) }),
  }),
  route({
    ...ofTracker,
    method: 'PUT',
    kind: 'action',
    summary: 'Replace the date reminders of a tracker; reminders with a given ID are updated',
    body: NewDateReminders,
    responses: { 200: DateReminders },
    handler: async ({ viewer, params, body }) => ({ body: await reminders.save(viewer, params.id, body) }),
  }),
];
