// Routes of trackers.
import { Type } from 'typebox';
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { IdParams, paginationHeaders, paginationQuery, routesFor } from '../../../platform/http/index.ts';
import { readQueryObject } from '../../../platform/wire/query-json.ts';
import type { Route } from '../../../platform/http/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { versionOfTracker } from './shown-versions.ts';
import { CannedResponses, ListedTracker, Tracker } from './trackers.schema.ts';
import type { Trackers } from './trackers.service.ts';
import { refuseCreation } from './trackers.access.ts';
import { viewListedTracker } from './trackers.view.ts';

const route = routesFor<Viewer>();
/** Trackers of one page. */
const listMax = 50;

function readTrackerQuery(text: string | undefined): { onlyAdministered: boolean } {
  const query = readQueryObject(text);
  if (text === undefined || text === '') return { onlyAdministered: false };
  if (query.get('is_tracker_admin') === true) return { onlyAdministered: true };
  throw invalid(says('tracker.query')`must be {"is_tracker_admin": true}`, 'query');
}

/** Semantics that a client may ask about before it offers to create an artifact by them alone. */
const checkable = ['title'];

function requireCheckable(names: readonly string[]): void {
  const index = names.findIndex((name) => !checkable.includes(name));
  if (index === -1) return;
  throw invalid(
    says('tracker.check')`"${names[index] ?? ''}" can't be checked; use ${checkable.join(', ')}`,
    `with_creation_semantic_check[${index}]`,
  );
}

const cannedRoute = (trackers: Trackers): Route<Viewer> =>
  route({
    method: 'GET',
    url: '/trackers/:id/canned_responses',
    access: 'optional',
    kind: 'single',
    tag: 'Trackers',
    summary: 'Saved replies of a tracker',
    params: IdParams,
    responses: { 200: CannedResponses },
    async handler({ viewer, params }) {
      const { settings } = await trackers.read(viewer, params.id);
      return { body: settings.cannedResponses.map(({ title, body }) => ({ title, body })) };
    },
  });

export const trackerRoutes = (trackers: Trackers): Route<Viewer>[] => [
  cannedRoute(trackers),
  route({
    method: 'GET',
    url: '/trackers/:id',
    access: 'optional',
    kind: 'single',
    tag: 'Trackers',
    summary: 'One tracker with fields, semantics, workflow and permissions',
    params: IdParams,
    responses: { 200: Tracker },
    async handler({ viewer, params }) {
      const body = await trackers.show(viewer, params.id);
      return { body, version: versionOfTracker(body) };
    },
  }),
  route({
    method: 'GET',
    url: '/projects/:id/trackers',
    access: 'optional',
    kind: 'list',
    tag: 'Projects',
    summary: 'Trackers of a project that you have access to, by name',
    params: IdParams,
    query: Type.Object({
      representation: Type.Optional(
        Type.Union([Type.Literal('full'), Type.Literal('minimal')], {
          description: 'minimal leaves out fields and more.',
        }),
      ),
      query: Type.Optional(Type.String({ description: 'JSON: {"is_tracker_admin": true}.' })),
      with_creation_semantic_check: Type.Optional(
        Type.Array(Type.String({ maxLength: 64 }), {
          maxItems: 10,
          description: 'With `title`, minimal trackers say why an artifact can’t be created by its title alone.',
        }),
      ),
      ...paginationQuery(10, listMax),
    }),
    responses: { 200: Type.Array(Type.Union([Tracker, ListedTracker])) },
    async handler({ viewer, params, query }) {
      const { onlyAdministered } = readTrackerQuery(query.query);
      const checked = query.with_creation_semantic_check ?? [];
      requireCheckable(checked);
      const all = await trackers.listOfProject(viewer, params.id, onlyAdministered);
      const page = all.slice(query.offset, query.offset + query.limit);
      const minimal = query.representation === 'minimal';
      return {
        body: minimal
          ? page.map((tracker) =>
              viewListedTracker(tracker, checked.length === 0 ? [] : refuseCreation(viewer, tracker)),
            )
          : await Promise.all(page.map((tracker) => trackers.view(viewer, tracker))),
        headers: paginationHeaders({ ...query, size: all.length, limitMax: listMax }),
      };
    },
  }),
];
