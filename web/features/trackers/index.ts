// Trackers as people use them: reports, their tables, changing many; lists of trackers.
import { lazy } from 'react';

export { trackerQuery } from './trackers.queries.ts';
export { trackersRoutes } from './trackers.routes.ts';
/** Read when it is first shown. */
export const ArtifactPeek = lazy(async () => ({ default: (await import('./artifact-peek.tsx')).ArtifactPeek }));
