// Routes of browser sessions: beyond the wire format that clients of other servers know.
import { Type } from 'typebox';
import { formatIso } from '../../../platform/texts/dates.ts';
import { IdParams, routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import { publicUrl } from '../../../settings/index.ts';
import type { Site } from '../../site/index.ts';
import { TokenRequest, User } from '../accounts/people.schema.ts';
import { viewUser } from '../accounts/people.view.ts';
import type { OwnSession as OwnSessionFacts, Session, Sessions } from './sessions.service.ts';
import type { Caller } from '../credentials/sign-in.ts';

const route = routesFor<Caller>();

const SessionShape = Type.Object(
  {
    user: User,
    created_on: Type.String(),
    expires_on: Type.String({ description: 'Unless it is used before.' }),
  },
  { title: 'Session' },
);

const StorageKey = Type.Object(
  { key: Type.String({ description: '32 bytes as base64; the same in all sessions of an account.' }) },
  { title: 'StorageKey' },
);

const OwnSession = Type.Object(
  {
    id: Type.String({ description: 'Names it; nobody can sign in by it.' }),
    address: Type.String({ description: 'Where it began; empty where nobody noted it.' }),
    agent: Type.String({ description: 'What the browser said of itself.' }),
    created_on: Type.String(),
    last_used_on: Type.String(),
    is_current: Type.Boolean(),
  },
  { title: 'OwnSession' },
);

const viewSession = ({ user, createdAtMs, endsAtMs }: Session, site: Site) => ({
  user: viewUser(user, publicUrl(site.settings)),
  created_on: formatIso(createdAtMs),
  expires_on: formatIso(endsAtMs),
});

const viewOwnSession = ({ id, address, agent, createdAtMs, lastUsedAtMs, isCurrent }: OwnSessionFacts) => ({
  id,
  address,
  agent,
  created_on: formatIso(createdAtMs),
  last_used_on: formatIso(lastUsedAtMs),
  is_current: isCurrent,
});

/** Not "storage": pages clear it by themselves, but for what says nothing about anybody, such as the look. */
const clearedData = '"cache"';

/** Sign-in and sign-out of web pages. */
export const sessionRoutes = (sessions: Sessions): Route<Caller>[] => [
  ...ownSessionRoutes(sessions),
  ...managedSessionRoutes(sessions),
  route({
    method: 'POST',
    url: '/sessions',
    access: 'public',
    kind: 'action',
    tag: 'Sessions',
    summary: 'Sign a browser in: the session is kept in a cookie that scripts can’t read',
    body: TokenRequest,
    responses: { 201: SessionShape },
    async handler({ viewer, body, request }) {
      const { session, cookie } = await sessions.begin(viewer.site, body.username, body.password, request);
      return { status: 201, body: viewSession(session, viewer.site), headers: { 'set-cookie': cookie } };
    },
  }),
  route({
    method: 'GET',
    url: '/sessions/self',
    access: 'signed-in',
    kind: 'single',
    tag: 'Sessions',
    summary: 'The session of this browser',
    responses: { 200: SessionShape },
    handler: ({ viewer }) => Promise.resolve({ body: viewSession(sessions.read(viewer), viewer.site) }),
  }),
  route({
    method: 'GET',
    url: '/sessions/self/storage_key',
    access: 'signed-in',
    kind: 'action',
    tag: 'Sessions',
    summary: 'The key by which pages encrypt local data in the browser; for sessions only',
    responses: { 200: StorageKey },
    handler: ({ viewer }) => Promise.resolve({ body: { key: sessions.storageKey(viewer) } }),
  }),
  route({
    method: 'DELETE',
    url: '/sessions/self',
    access: 'signed-in',
    kind: 'action',
    tag: 'Sessions',
    summary: 'Sign this browser out',
    responses: { 200: null },
    async handler({ viewer, request }) {
      const cookie = await sessions.end(viewer, request);
      return { headers: { 'set-cookie': cookie, 'clear-site-data': clearedData } };
    },
  }),
];

const ownSessionRoutes = (sessions: Sessions): Route<Caller>[] => [
  route({
    method: 'GET',
    url: '/sessions',
    access: 'signed-in',
    kind: 'single',
    tag: 'Sessions',
    summary: 'Your sessions, in all browsers',
    responses: { 200: Type.Array(OwnSession) },
    handler: async ({ viewer }) => ({ body: (await sessions.list(viewer)).map(viewOwnSession) }),
  }),
  route({
    method: 'DELETE',
    url: '/sessions',
    access: 'signed-in',
    kind: 'action',
    tag: 'Sessions',
    summary: 'End all your sessions but this one',
    responses: { 200: Type.Object({ ended: Type.Integer() }) },
    handler: async ({ viewer }) => ({ body: { ended: await sessions.endOthers(viewer) } }),
  }),
  route({
    method: 'DELETE',
    url: '/sessions/:id',
    access: 'signed-in',
    kind: 'action',
    tag: 'Sessions',
    summary: 'End one of your sessions',
    params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) }),
    responses: { 200: null },
    async handler({ viewer, params }) {
      await sessions.endOne(viewer, params.id);
      return {};
    },
  }),
];

const managedSessionRoutes = (sessions: Sessions): Route<Caller>[] => [
  route({
    method: 'GET',
    url: '/users/:id/sessions',
    access: 'signed-in',
    kind: 'single',
    tag: 'Sessions',
    summary: 'Sessions of an account, in all browsers; for account managers',
    params: IdParams,
    responses: { 200: Type.Array(OwnSession) },
    handler: async ({ viewer, params }) => ({ body: (await sessions.listOf(viewer, params.id)).map(viewOwnSession) }),
  }),
  route({
    method: 'DELETE',
    url: '/users/:id/sessions',
    access: 'signed-in',
    kind: 'action',
    tag: 'Sessions',
    summary: 'End all sessions of an account, for account managers',
    params: IdParams,
    responses: { 200: Type.Object({ ended: Type.Integer() }) },
    handler: async ({ viewer, params }) => ({ body: { ended: await sessions.endAllOf(viewer, params.id) } }),
  }),
];
