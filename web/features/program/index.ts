// Programs: features that teams do together.
export { programRoutes } from './program.routes.ts';
