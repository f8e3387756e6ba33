// Tools that projects may show, as a feature.
import type { Projects } from '../projects/index.ts';
import { toolRoutes } from './tools.routes.ts';

export const createToolsFeature = ({ projects }: { projects: Projects }) => ({
  parts: { routes: toolRoutes(projects) },
});
