import './registration.tables.ts';

export { registrationRoutes } from './registration.routes.ts';
export { createRegistration } from './registration.service.ts';
export type { Registration } from './registration.service.ts';
