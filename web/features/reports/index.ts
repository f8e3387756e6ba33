// What a report shows beside its table: charts and cardwalls; and queries across trackers.
export { Renderers } from './renderers.tsx';
export { reportsRoutes } from './reports.routes.ts';
