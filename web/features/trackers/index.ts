// Trackers as people use them: reports, their tables, changing many; lists of trackers.
import { lazy } from 'react';
import { late } from '../../ui/late.tsx';

export { cellOf } from './table/cells.ts';
export { tellCell } from './table/tell-cell.ts';
export { reportQuery, reportsQuery, trackerQuery } from './trackers.queries.ts';
export const CardFacts = late(async () => (await import('./card-facts.tsx')).CardFacts);
/** These are read when they are first shown. */
export const ArtifactPeek = lazy(async () => ({ default: (await import('./artifact-peek.tsx')).ArtifactPeek }));
export const ReportGlance = lazy(async () => ({ default: (await import('./report-glance.tsx')).ReportGlance }));
