// Routes by which types of links are switched on and off.
import { IdParams, routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { LinkTypeChange, LinkTypes } from './link-types.schema.ts';
import type { LinkTypePlace, LinkTypeSwitches } from './link-types.service.ts';

const route = routesFor<Viewer>();
const tag = 'Trackers';
const responses = { 200: LinkTypes };

const placeRoutes = (
  switches: LinkTypeSwitches,
  owners: 'projects' | 'trackers',
  placeOf: (id: number) => LinkTypePlace,
): Route<Viewer>[] => {
  const common = { url: `/${owners}/:id/link_types`, tag, params: IdParams, responses } as const;
  return [
    route({
      ...common,
      method: 'GET',
      access: 'optional',
      kind: 'single',
      summary: `Link types of one of the ${owners}, and which are turned off`,
      handler: async ({ viewer, params }) => ({ body: await switches.list(viewer, placeOf(params.id)) }),
    }),
    route({
      ...common,
      method: 'PUT',
      access: 'signed-in',
      kind: 'action',
      summary: `Turn link types on or off for one of the ${owners}, as its administrator; existing links stay`,
      body: LinkTypeChange,
      handler: async ({ viewer, params, body }) => ({ body: await switches.save(viewer, placeOf(params.id), body) }),
    }),
  ];
};

const site: LinkTypePlace = { site: true };

export const linkTypeRoutes = (switches: LinkTypeSwitches): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/link_types',
    access: 'optional',
    kind: 'single',
    tag,
    summary: 'Link types, and which are turned off on the site',
    responses,
    handler: async ({ viewer }) => ({ body: await switches.list(viewer, site) }),
  }),
  route({
    method: 'PUT',
    url: '/link_types',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Turn link types on or off for the whole site, as a site administrator; existing links stay',
    body: LinkTypeChange,
    responses,
    handler: async ({ viewer, body }) => ({ body: await switches.save(viewer, site, body) }),
  }),
  ...placeRoutes(switches, 'projects', (project) => ({ project })),
  ...placeRoutes(switches, 'trackers', (tracker) => ({ tracker })),
];
