// Search through everything that one may read.
export { searchRoutes } from './search.routes.ts';
