// Roadmaps: bars on a calendar, as dashboards show them.
import { lazy } from 'react';

/** Read when it is first shown. */
export const RoadmapView = lazy(async () => ({ default: (await import('./roadmap-view.tsx')).RoadmapView }));
