// Routes of webhooks.
import { Type } from 'typebox';
import { IdParams, paginationHeaders, paginationQuery, routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import type { Viewer } from '../../projects/index.ts';
import type { Deliveries } from './deliveries.service.ts';
import {
  ChangedWebhook,
  CreatedWebhook,
  Delivery,
  NewDelivery,
  NewWebhook,
  Webhook,
  WebhookChange,
} from './webhooks.schema.ts';
import type { OwnerName, Webhooks } from './webhooks.service.ts';

const route = routesFor<Viewer>();
const tag = 'Events';
/** Messages of one page. */
const deliveriesMax = 200;

/** Of trackers, and of projects as a whole. */
const listRoutes = (webhooks: Webhooks, owners: string, nameOwner: (id: number) => OwnerName): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: `/${owners}/:id/webhooks`,
    access: 'signed-in',
    kind: 'list',
    tag,
    summary: `Webhooks of one of the ${owners}, for its administrators`,
    params: IdParams,
    responses: { 200: Type.Array(Webhook) },
    handler: async ({ viewer, params }) => ({ body: await webhooks.list(viewer, nameOwner(params.id)) }),
  }),
  route({
    method: 'POST',
    url: `/${owners}/:id/webhooks`,
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Create a webhook; only this response contains its secret',
    params: IdParams,
    body: NewWebhook,
    responses: { 201: CreatedWebhook },
    handler: async ({ viewer, params, body }) => ({
      status: 201,
      body: await webhooks.create(viewer, nameOwner(params.id), body),
    }),
  }),
];

export const webhookRoutes = (webhooks: Webhooks): Route<Viewer>[] => [
  ...listRoutes(webhooks, 'trackers', (tracker) => ({ tracker })),
  ...listRoutes(webhooks, 'projects', (project) => ({ project })),
  route({
    method: 'GET',
    url: '/webhooks/:id',
    access: 'signed-in',
    kind: 'single',
    tag,
    summary: 'A webhook with its position in the event log',
    params: IdParams,
    responses: { 200: Webhook },
    handler: async ({ viewer, params }) => ({ body: await webhooks.read(viewer, params.id) }),
  }),
  route({
    method: 'PATCH',
    url: '/webhooks/:id',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary:
      'Change or pause a webhook, move its log position, or renew its secret; it uses your permissions from then on',
    params: IdParams,
    body: WebhookChange,
    responses: { 200: ChangedWebhook },
    handler: async ({ viewer, params, body }) => ({ body: await webhooks.change(viewer, params.id, body) }),
  }),
  route({
    method: 'DELETE',
    url: '/webhooks/:id',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Removes a webhook',
    params: IdParams,
    responses: { 204: null },
    async handler({ viewer, params }) {
      await webhooks.remove(viewer, params.id);
      return { status: 204 };
    },
  }),
];

/** Messages of a webhook. */
export const deliveryRoutes = (deliveries: Deliveries): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/webhooks/:id/deliveries',
    access: 'signed-in',
    kind: 'list',
    tag,
    summary: 'The last messages of a webhook with their results, newest first',
    params: IdParams,
    query: Type.Object(paginationQuery(50, deliveriesMax)),
    responses: { 200: Type.Array(Delivery) },
    async handler({ viewer, params, query }) {
      const { deliveries: shown, size } = await deliveries.list(viewer, params.id, query);
      return { body: shown, headers: paginationHeaders({ ...query, size, limitMax: deliveriesMax }) };
    },
  }),
  route({
    method: 'POST',
    url: '/webhooks/:id/deliveries',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Send an event again or a test event, and return the result',
    params: IdParams,
    body: NewDelivery,
    responses: { 201: Delivery },
    handler: async ({ viewer, params, body }) => ({
      status: 201,
      body: await deliveries.send(viewer, params.id, body.event),
    }),
  }),
];
