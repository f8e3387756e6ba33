// The explorer as a feature: the description of all routes, and the page that shows it.
import type { FastifyInstance } from 'fastify';
import { addExplorer } from './explorer.routes.ts';

type Described = Parameters<typeof addExplorer>[1];

/** Describes all routes of the list as it is when the server is made. */
export const createExplorerFeature = ({ routes }: { routes: Described }) => ({
  parts: { pages: [(server: FastifyInstance): void => addExplorer(server, routes)] },
});
