import './documents/search.tables.ts';

export { createFullText } from './full-text.ts';
export type { FullText } from './full-text.ts';
export { searchRoutes } from './search.routes.ts';
