// Trackers as people use them: reports, their tables, changing many; lists of trackers.

export type { CardRoles } from './card-facts.tsx';
export { cellOf } from './table/cells.ts';
import { lazy } from '../../ui/lazy.tsx';
import { Loading } from '../../ui/feedback/async-states.tsx';
export { describeCell } from './table/describe-cell.ts';
export { reportQuery, reportsQuery, trackerQuery } from './trackers.queries.ts';
/** With the parts of types that it asks. */
const withParts = async <T>(shown: Promise<T>): Promise<T> =>
  (await Promise.all([shown, import('../fields/index.ts').then(({ loadParts }) => loadParts())]))[0];

export const CardFacts = lazy(async () => (await withParts(import('./card-facts.tsx'))).CardFacts, { prefetch: true });
/** These are read when they are first shown. */
export const ChangeSelected = lazy(
  async () => (await withParts(import('./changes/change-selected.tsx'))).ChangeSelected,
);
export const ArtifactPeek = lazy(async () => (await withParts(import('./artifact-peek.tsx'))).ArtifactPeek, {
  Fallback: () => Loading({ lines: 6 }),
});
export const ReportGlance = lazy(async () => (await withParts(import('./report-glance.tsx'))).ReportGlance, {
  Fallback: () => Loading({}),
});
