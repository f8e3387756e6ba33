// What a person finds first.
export { homeRoutes } from './home.routes.ts';
