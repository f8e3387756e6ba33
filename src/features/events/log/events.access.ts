// Who may know of an event: whoever sees its artifact and its tracker.
import type { Reader } from '../../../platform/database/index.ts';
import type { EventRow } from '../../../platform/events/index.ts';
import { findVisible, listVisibilityRows } from '../../artifacts/index.ts';
import type { ChangeDetails, MoveDetails, RemovalDetails } from '../../artifacts/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { hasTrackerPermission, isTrackerAdmin, maySeeTracker } from '../../trackers/index.ts';
import type { Definition, Trackers } from '../../trackers/index.ts';

/** An event about an artifact, with what the viewer may know of it. */
export interface SeenEvent {
  event: EventRow;
  artifactId: number;
  tracker: Definition;
  /** Where a moved artifact was before, if the viewer sees that tracker. */
  fromTracker: Definition | undefined;
  /** Who made it for the person; undefined: no agent. */
  agent: string | undefined;
}

/**
 * Those of the events that the viewer may know of. Of an artifact that is gone only those know who saw all artifacts of its
 * tracker: that it was deleted, and where it was limited to some groups, or for all else, the tracker's administrators alone.
 * `isPersonal`: another viewer with the same rights class might know of others.
 */
export async function findSeenEvents(
  { db, trackers }: { db: Reader; trackers: Trackers },
  viewer: Viewer,
  events: readonly EventRow[],
): Promise<{ seen: SeenEvent[]; isPersonal: boolean }> {
  if (events.length === 0) return { seen: [], isPersonal: false };
  const artifactIds = [...new Set(events.flatMap(({ artifactId }) => artifactId ?? []))];
  const rows = await listVisibilityRows(db, artifactIds);
  const { ids, isPersonal } = await findVisible({ db, trackers }, viewer, rows);
  const living = new Set(rows.map(({ id }) => id));
  const findTracker = async (id: unknown): Promise<Definition | undefined> => {
    const tracker = typeof id === 'number' ? await trackers.findDefinition(id, viewer.site.version) : undefined;
    return tracker !== undefined && maySeeTracker(viewer, tracker) ? tracker : undefined;
  };
  const seen: SeenEvent[] = [];
  for (const event of events) {
    const { artifactId } = event;
    const tracker = await findTracker(event.trackerId);
    if (artifactId === null || tracker === undefined) continue;
    if (!(living.has(artifactId) ? ids.has(artifactId) : mayKnowOfGone(viewer, tracker, event))) continue;
    const fromTracker = await findTracker(readDetail(event, 'from_tracker_id'));
    const agent = readDetail(event, 'agent');
    seen.push({ event, artifactId, tracker, fromTracker, agent: typeof agent === 'string' ? agent : undefined });
  }
  return { seen, isPersonal };
}

function mayKnowOfGone(viewer: Viewer, tracker: Definition, event: EventRow): boolean {
  if (isTrackerAdmin(viewer, tracker)) return true;
  const isOpen = event.kind === 'artifact-deleted' && readDetail(event, 'limited') === false;
  return isOpen && hasTrackerPermission(viewer, tracker, 'full');
}

const readDetail = (
  { details }: EventRow,
  name: keyof MoveDetails | keyof RemovalDetails | keyof ChangeDetails,
): unknown => (typeof details === 'object' && details !== null ? Reflect.get(details, name) : undefined);
