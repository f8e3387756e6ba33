// Routes of mail that came in.
import { Type } from 'typebox';
import { IdParams, paginationHeaders, paginationQuery, routesFor } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import type { Viewer } from '../projects/index.ts';
import { messageStatuses } from './mail-gateway.tables.ts';
import { MailGateway, MailGatewayChange, MailMessage, MailOfArtifact } from './mail-messages.schema.ts';
import type { MailMessages } from './mail-messages.service.ts';

const route = routesFor<Viewer>();
/** Messages of one page. */
const listMax = 100;
const tag = 'Mail';

export const mailRoutes = (messages: MailMessages): Route<Viewer>[] => [
  ...messageRoutes(messages),
  ...actionRoutes(messages),
  ofArtifactRoute(messages),
  ...gatewayRoutes(messages),
];

const messageRoutes = (messages: MailMessages): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/mail_messages',
    access: 'signed-in',
    kind: 'list',
    tag,
    summary: 'Incoming mail, newest first, for site administrators',
    query: Type.Object({
      status: Type.Optional(Type.Enum(messageStatuses, { description: 'What became of the mail.' })),
      artifact_id: Type.Optional(Type.Integer({ minimum: 1, description: 'The artifact that it went to.' })),
      ...paginationQuery(50, listMax),
    }),
    responses: { 200: Type.Array(MailMessage) },
    async handler({ viewer, query }) {
      const filter = { status: query.status, artifactId: query.artifact_id };
      const { mails, size } = await messages.list(viewer, filter, query);
      return { body: mails, headers: paginationHeaders({ ...query, size, limitMax: listMax }) };
    },
  }),
  route({
    method: 'GET',
    url: '/mail_messages/:id',
    access: 'signed-in',
    kind: 'single',
    tag,
    summary: 'One incoming message and its result, for site administrators',
    params: IdParams,
    responses: { 200: MailMessage },
    handler: async ({ viewer, params }) => ({ body: await messages.find(viewer, params.id) }),
  }),
];

const actionRoutes = (messages: MailMessages): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/mail_messages/:id/raw',
    access: 'signed-in',
    kind: 'list',
    produces: 'message/rfc822',
    tag,
    summary: 'The original content of a message, for site administrators',
    params: IdParams,
    responses: { 200: Type.String() },
    async handler({ viewer, params }) {
      const raw = await messages.readRaw(viewer, params.id);
      return {
        stream: { chunks: raw },
        headers: { 'content-disposition': `attachment; filename="message-${params.id}.eml"` },
      };
    },
  }),
  route({
    method: 'POST',
    url: '/mail_messages/:id/retry',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Process a rejected or ignored message again, for site administrators',
    params: IdParams,
    responses: { 200: MailMessage },
    handler: async ({ viewer, params }) => ({ body: await messages.retry(viewer, params.id) }),
  }),
];

const ofArtifactRoute = (messages: MailMessages): Route<Viewer> =>
  route({
    method: 'GET',
    url: '/artifacts/:id/mail_messages',
    access: 'optional',
    kind: 'list',
    tag,
    summary: 'Mail that changed an artifact, newest first, with its changesets',
    params: IdParams,
    query: Type.Object(paginationQuery(50, listMax)),
    responses: { 200: Type.Array(MailOfArtifact) },
    async handler({ viewer, params, query }) {
      const { mails, size } = await messages.listOfArtifact(viewer, params.id, query);
      return { body: mails, headers: paginationHeaders({ ...query, size, limitMax: listMax }) };
    },
  });

const gatewayRoutes = (messages: MailMessages): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/trackers/:id/mail_gateway',
    access: 'optional',
    kind: 'single',
    tag,
    summary: 'Whether a tracker accepts mail, and its address',
    params: IdParams,
    responses: { 200: MailGateway },
    handler: async ({ viewer, params }) => ({ body: await messages.readGateway(viewer, params.id) }),
  }),
  route({
    method: 'PUT',
    url: '/trackers/:id/mail_gateway',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Turn mail to artifact+<id> and tracker+<id> of a tracker on or off, for its administrators',
    params: IdParams,
    body: MailGatewayChange,
    responses: { 200: null },
    async handler({ viewer, params, body }) {
      await messages.changeGateway(viewer, params.id, body.enabled);
      return {};
    },
  }),
];
