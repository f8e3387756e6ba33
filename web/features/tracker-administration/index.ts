// The administration of trackers: form, permissions, semantics, workflow; and new trackers.
export { trackerAdministrationRoutes } from './tracker-administration.routes.ts';
