// What a report shows beside its table: charts and cardwalls; and queries across trackers.
import { lazy } from 'react';

export { CardwallView, ChartsView, Renderers } from './renderers.tsx';
/** Read when it is first shown. */
export const QueryGlance = lazy(async () => ({ default: (await import('./query-glance.tsx')).QueryGlance }));
