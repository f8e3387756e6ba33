// Events as the wire shows them.
import type { Static } from 'typebox';
import { formatIso } from '../../../platform/texts/dates.ts';
import { viewMinimalUser } from '../../people/index.ts';
import type { UserRow } from '../../people/index.ts';
import { trackerViews } from '../../trackers/index.ts';
import type { SeenEvent } from './events.access.ts';
import type { Event } from './events.schema.ts';

/** `by` is undefined for the system and for anonymous people; `baseUrl` has no slash at its end. */
export const viewEvent = (
  { event, artifactId, changesetId, tracker, fromTracker, agent }: SeenEvent,
  by: UserRow | undefined,
  baseUrl: string,
): Static<typeof Event> => ({
  id: event.position,
  kind: event.kind,
  at: formatIso(event.atMs),
  by: viewMinimalUser(by, baseUrl),
  artifact: { id: artifactId, uri: `artifacts/${artifactId}` },
  tracker: trackerViews.viewTrackerReference(tracker),
  from_tracker: fromTracker === undefined ? null : trackerViews.viewTrackerReference(fromTracker),
  changeset_id: changesetId,
  ...(agent === undefined ? {} : { made_by_agent: agent }),
});
