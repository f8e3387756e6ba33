// The explorer as a feature: the description of all routes, and the page that shows it.
import { explorerFiles } from './explorer.routes.ts';

type Described = Parameters<typeof explorerFiles>[0];

/** Describes all routes of the list as it is when the server is made. */
export const createExplorerFeature = ({ routes }: { routes: Described }) => ({
  parts: { files: explorerFiles(routes) },
});
