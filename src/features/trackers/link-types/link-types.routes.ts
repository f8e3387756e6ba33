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
      summary: `Types that links of artifacts may have in one of the ${owners}, and which are switched off`,
      handler: async ({ viewer, params }) => ({ body: await switches.list(viewer, placeOf(params.id)) }),
    }),
    route({
      ...common,
      method: 'PUT',
      access: 'signed-in',
      kind: 'action',
      summary: `Switch types of links on and off for one of the ${owners}, as its administrator; links that are there stay`,
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
    summary: 'Types that links of artifacts may have, and which the site has switched off',
    responses,
    handler: async ({ viewer }) => ({ body: await switches.list(viewer, site) }),
  }),
  route({
    method: 'PUT',
    url: '/link_types',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Switch types of links on and off for the whole site, as its administrator; links that are there stay',
    body: LinkTypeChange,
    responses,
    handler: async ({ viewer, body }) => ({ body: await switches.save(viewer, site, body) }),
  }),
  ...placeRoutes(switches, 'projects', (project) => ({ project })),
  ...placeRoutes(switches, 'trackers', (tracker) => ({ tracker })),
];
