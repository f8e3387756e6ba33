// Roadmaps: bars on a calendar, as dashboards show them.

/** Read when it is first shown. */
export const RoadmapView = lazy(async () => (await import('./roadmap-view.tsx')).RoadmapView, {
  Fallback: () => Loading({}),
});
import { lazy } from '../../ui/lazy.tsx';
import { Loading } from '../../ui/feedback/async-states.tsx';
