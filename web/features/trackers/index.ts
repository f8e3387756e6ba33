// Trackers as people use them: reports, their tables, changing many; lists of trackers.

export { cellOf } from './table/cells.ts';
import { loadParts } from '../fields/index.ts';
import { lazy } from '../../ui/lazy.tsx';
import { Loading } from '../../ui/feedback/async-states.tsx';
export { describeCell } from './table/describe-cell.ts';
export { reportQuery, reportsQuery, trackerQuery } from './trackers.queries.ts';
export const CardFacts = lazy(async () => (await import('./card-facts.tsx')).CardFacts, { prefetch: true });
/** These are read when they are first shown. */
export const ArtifactPeek = lazy(async () => (await import('./artifact-peek.tsx')).ArtifactPeek, {
  Fallback: () => Loading({ lines: 6 }),
});
export const ReportGlance = lazy(
  async () => {
    const [{ ReportGlance: Glance }] = await Promise.all([import('./report-glance.tsx'), loadParts()]);
    return Glance;
  },
  {
    Fallback: () => Loading({}),
  },
);
