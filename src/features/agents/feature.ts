// Programs that act for people, as a feature: an address at which they use the routes of the others.
import type { Route } from '../../platform/http/index.ts';
import type { Viewer } from '../projects/index.ts';
import { agentRoutes } from './agents.routes.ts';

/** Lets agents use the routes of the list as it is when they first ask. */
export const createAgentsFeature = ({ routes }: { routes: readonly Route<Viewer>[] }) => ({
  parts: { routes: agentRoutes(routes) },
});
