// What a person finds first.
export { historyQuery } from './home.queries.ts';
export { homeRoutes } from './home.routes.ts';
