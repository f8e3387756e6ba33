// What a report shows beside its table: charts and cardwalls; and queries across trackers.

export { CardwallView, ChartsView, Renderers, useAddedRenderers } from './renderers.tsx';
import { lazy } from '../../ui/lazy.tsx';
import { Loading } from '../../ui/feedback/async-states.tsx';
/** Read when it is first shown. */
export const QueryGlance = lazy(async () => (await import('./query-glance.tsx')).QueryGlance, {
  Fallback: () => Loading({}),
});
