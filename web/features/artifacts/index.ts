// Artifacts: reading, writing, discussing and linking them.
export { artifactsRoutes } from './artifacts.routes.ts';
