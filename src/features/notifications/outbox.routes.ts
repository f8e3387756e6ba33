// Routes of mails that go out.
import { Type } from 'typebox';
import { IdParams, paginationHeaders, paginationQuery, routesFor } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import { mailStatuses } from '../../platform/mail/index.ts';
import type { Viewer } from '../projects/index.ts';
import { OutboxMail } from './outbox.schema.ts';
import type { OutboxAdministration } from './outbox.service.ts';

const route = routesFor<Viewer>();
/** Mails of one page. */
const listMax = 100;

export const outboxRoutes = (outbox: OutboxAdministration): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/outbox_mails',
    access: 'signed-in',
    kind: 'list',
    tag: 'Mail',
    summary: 'Outgoing mail, newest first, for site administrators',
    query: Type.Object({
      status: Type.Optional(Type.Enum(mailStatuses, { description: 'What became of the mail.' })),
      ...paginationQuery(50, listMax),
    }),
    responses: { 200: Type.Array(OutboxMail) },
    async handler({ viewer, query }) {
      const { mails, size } = await outbox.list(viewer, query.status, query);
      return { body: mails, headers: paginationHeaders({ ...query, size, limitMax: listMax }) };
    },
  }),
  route({
    method: 'POST',
    url: '/outbox_mails/:id/resend',
    access: 'signed-in',
    kind: 'action',
    tag: 'Mail',
    summary: 'Send a failed mail again, for site administrators',
    params: IdParams,
    responses: { 200: null },
    async handler({ viewer, params }) {
      await outbox.resend(viewer, params.id);
      return {};
    },
  }),
];
