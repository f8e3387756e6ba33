// Who sees reports, and who may change them.
import { forbidden } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import type { Viewer } from '../projects/index.ts';
import { isTrackerAdmin } from '../trackers/index.ts';
import type { Definition } from '../trackers/index.ts';
import type { ReportRow } from './reports.store.ts';

/** Whether it is everybody's, or the viewer's own. */
export const isKnownReport = (viewer: Viewer, report: Pick<ReportRow, 'owner_id'>): boolean =>
  report.owner_id === null || report.owner_id === viewer.user?.id;

/** Throws forbidden for a public report where the viewer does not administer the tracker. */
export function requirePublisher(viewer: Viewer, tracker: Definition): void {
  if (!isTrackerAdmin(viewer, tracker))
    throw forbidden(
      says('report.public')`only administrators of the tracker can change public reports or make reports public`,
    );
}
