// Routes of inboxes.
import { Type } from 'typebox';
import { routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import { UserId } from '../../people/index.ts';
import type { People } from '../../people/index.ts';
import type { Viewer } from '../../projects/index.ts';
import {
  InboxBulkChange,
  InboxBulkResult,
  InboxChange,
  InboxCounts,
  InboxEntry,
  InboxPage,
  InboxQuery,
} from './inbox.schema.ts';
import type { Inboxes } from './inbox.service.ts';

const route = routesFor<Viewer>();
const facts = { url: '/users/:id/inbox', access: 'signed-in', tag: 'Users', params: UserId } as const;
const EntryParams = Type.Object({
  ...UserId.properties,
  entry: Type.Integer({ minimum: 1, description: 'Id of an entry.' }),
});

export const inboxRoutes = (people: Pick<People, 'resolve'>, inboxes: Inboxes): Route<Viewer>[] => [
  route({
    ...facts,
    method: 'GET',
    kind: 'single',
    summary: 'Your inbox, latest first',
    query: InboxQuery,
    responses: { 200: InboxPage },
    handler: async ({ viewer, params, query }) => ({
      body: await inboxes.list(viewer, await people.resolve(viewer, params.id), query),
    }),
  }),
  route({
    ...facts,
    method: 'GET',
    url: '/users/:id/inbox/counts',
    kind: 'single',
    summary: 'Unread entries of your inbox by reason and project',
    responses: { 200: InboxCounts },
    handler: async ({ viewer, params }) => ({
      body: await inboxes.count(viewer, await people.resolve(viewer, params.id)),
    }),
  }),
  route({
    ...facts,
    method: 'PATCH',
    operationId: 'patchUserInboxEntries',
    kind: 'action',
    summary: 'Change many entries of your inbox at once',
    body: InboxBulkChange,
    responses: { 200: InboxBulkResult },
    handler: async ({ viewer, params, body }) => ({
      body: await inboxes.changeMany(viewer, await people.resolve(viewer, params.id), body),
    }),
  }),
  route({
    ...facts,
    method: 'PATCH',
    url: '/users/:id/inbox/:entry',
    kind: 'action',
    summary: 'Mark an entry of your inbox as read, done, saved or snoozed',
    params: EntryParams,
    body: InboxChange,
    responses: { 200: InboxEntry },
    handler: async ({ viewer, params, body }) => ({
      body: await inboxes.change(viewer, await people.resolve(viewer, params.id), params.entry, body),
    }),
  }),
];
