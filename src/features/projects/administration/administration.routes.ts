// Routes for who administers a project: what a change of its access would mean, and what happened in it.
import { Type } from 'typebox';
import { IdParams, paginationHeaders, paginationQuery, routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { AuditEvent, eventQuery, readEventQuery } from '../../audit/index.ts';
import type { Audit } from '../../audit/index.ts';
import type { CountOpenArtifacts, ListGivenRights } from '../groups/given-rights.ts';
import { GivenRights, OpenThings, Visibility } from '../groups/projects.schema.ts';
import { readAsAdmin } from '../projects/projects.access.ts';
import type { Projects } from '../projects/projects.service.ts';
import type { Viewer } from '../projects/viewer.ts';
import { listGivenRights } from './given-rights.service.ts';
import { NotificationRules } from './notification-rules.schema.ts';
import { listNotificationRules } from './notification-rules.service.ts';
import type { ListNotificationSources } from './notification-rules.service.ts';
import { listOpenThings, previewVisibility } from './visibility.service.ts';

const route = routesFor<Viewer>();
/** Events of one page. */
const listMax = 1000;

interface Deps {
  database: Database;
  projects: Projects;
  audit: Audit;
  listMore: ListGivenRights;
  listSources: ListNotificationSources;
  countOpenArtifacts: CountOpenArtifacts;
  loadAbsent(userId: number): Promise<Viewer | undefined>;
}

export const projectAdministrationRoutes = (deps: Deps): Route<Viewer>[] => [
  ...sightRoutes(deps),
  ...holderRoutes(deps),
];

/** Of who sees what, now and with another access. */
const sightRoutes = (deps: Deps): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/projects/:id/visibility',
    access: 'signed-in',
    kind: 'single',
    tag: 'Projects',
    summary: 'Users with access to a project, and with another visibility; for its administrators',
    params: IdParams,
    responses: { 200: Visibility },
    handler: async ({ viewer, params }) => ({ body: await previewVisibility(deps, viewer, params.id) }),
  }),
  route({
    method: 'GET',
    url: '/projects/:id/open_things',
    access: 'signed-in',
    kind: 'single',
    tag: 'Projects',
    summary: 'Permissions of non-members in a project; for its administrators',
    params: IdParams,
    responses: { 200: OpenThings },
    handler: async ({ viewer, params }) => ({ body: await listOpenThings(deps, viewer, params.id) }),
  }),
];

/** Of what groups and people may, are told, and did. */
const holderRoutes = (deps: Deps): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/projects/:id/given_rights',
    access: 'signed-in',
    kind: 'single',
    tag: 'Projects',
    summary: 'Permissions in a project, by group or for one user; for its administrators',
    params: IdParams,
    query: Type.Object({
      user_id: Type.Optional(Type.Integer({ minimum: 1, description: 'Only what this person has, by any group.' })),
    }),
    responses: { 200: GivenRights },
    handler: async ({ viewer, params, query }) => ({
      body: await listGivenRights(deps, viewer, params.id, query.user_id),
    }),
  }),
  route({
    method: 'GET',
    url: '/projects/:id/notification_rules',
    access: 'signed-in',
    kind: 'single',
    tag: 'Projects',
    summary: 'Notification recipients of trackers, pull requests and repositories of a project; for its administrators',
    params: IdParams,
    responses: { 200: NotificationRules },
    handler: async ({ viewer, params }) => ({ body: await listNotificationRules(deps, viewer, params.id) }),
  }),
  route({
    method: 'GET',
    url: '/projects/:id/audit_events',
    access: 'signed-in',
    kind: 'list',
    tag: 'Projects',
    summary: 'Audit log of a project, by kind, user and time, newest first, without addresses; for its administrators',
    params: IdParams,
    query: Type.Object({ ...eventQuery, ...paginationQuery(50, listMax) }),
    responses: { 200: Type.Array(AuditEvent) },
    async handler({ viewer, params, query }) {
      const project = await readAsAdmin(deps.projects, viewer, params.id);
      const { events, size } = await deps.audit.listAll({ ...readEventQuery(query), projectId: project.id }, query);
      return {
        body: events.map((event) => ({ ...event, actor: { ...event.actor, address: null } })),
        headers: paginationHeaders({ ...query, size, limitMax: listMax }),
      };
    },
  }),
];
