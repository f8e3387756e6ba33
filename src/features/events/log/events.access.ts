// Who may know of an event: whoever sees its artifact and its tracker, and may know of the changeset that it is about.
import type { Reader } from '../../../platform/database/index.ts';
import type { EventRow } from '../../../platform/events/index.ts';
import { artifactEvents, artifactRecords, findKnownChangesets, findVisible } from '../../artifacts/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { isTrackerAdmin, trackerAccess } from '../../trackers/index.ts';
import type { Definition, Trackers } from '../../trackers/index.ts';

/** An event about an artifact, with what the viewer may know of it. */
export interface SeenEvent {
  event: EventRow;
  artifactId: number;
  /** null for none, and for one that the viewer may not know of. */
  changesetId: number | null;
  tracker: Definition;
  /** Where a moved artifact was before, if the viewer sees that tracker. */
  fromTracker: Definition | undefined;
  /** Who made it for the person; undefined: no agent. */
  agent: string | undefined;
}

/**
 * Those of the events that the viewer may know of. Of an artifact that is gone only those know who saw all artifacts of its
 * tracker: that it was deleted, and where it was limited to some groups, or for all else, the tracker's administrators alone. Of a change
 * of fields or comments that the viewer may not read they hear nothing.
 * `isPersonal`: another viewer with the same rights class might know of others.
 */
export async function findSeenEvents(
  { db, trackers }: { db: Reader; trackers: Trackers },
  viewer: Viewer,
  events: readonly EventRow[],
): Promise<{ seen: SeenEvent[]; isPersonal: boolean }> {
  if (events.length === 0) return { seen: [], isPersonal: false };
  const artifactIds = [...new Set(events.flatMap(({ artifactId }) => artifactId ?? []))];
  const rows = await artifactRecords.listVisibilityRows(db, artifactIds);
  const { ids, isPersonal } = await findVisible({ db, trackers }, viewer, rows);
  const living = new Map(rows.map((row) => [row.id, row.tracker_id]));
  const findTracker = async (id: unknown): Promise<Definition | undefined> => {
    const tracker = typeof id === 'number' ? await trackers.findDefinition(id, viewer.site.version) : undefined;
    return tracker !== undefined && trackerAccess.maySeeTracker(viewer, tracker) ? tracker : undefined;
  };
  const found: (SeenEvent & { isLiving: boolean })[] = [];
  for (const event of events) {
    const { artifactId } = event;
    const tracker = await findTracker(event.trackerId);
    if (artifactId === null || tracker === undefined) continue;
    const isLiving = living.has(artifactId);
    if (!(isLiving ? ids.has(artifactId) : mayKnowOfGone(viewer, tracker, event))) continue;
    const fromTracker = await findTracker(artifactEvents.readDetail(event, 'from_tracker_id'));
    const agent = artifactEvents.readDetail(event, 'agent');
    const { changesetId } = event;
    const madeBy = typeof agent === 'string' ? agent : undefined;
    found.push({ event, artifactId, changesetId, tracker, fromTracker, agent: madeBy, isLiving });
  }
  const named: Parameters<typeof findKnownChangesets>[2][number][] = [];
  for (const { changesetId, artifactId } of found) {
    const tracker = await findTracker(living.get(artifactId));
    if (tracker !== undefined && changesetId !== null) named.push({ artifactId, changesetId, tracker });
  }
  const known = await findKnownChangesets({ db, trackers }, viewer, named);
  const seen = found.flatMap(({ isLiving, ...one }): SeenEvent[] => {
    const id = one.changesetId;
    if (!isLiving || id === null || isAboutBeginning(one.event)) return [one];
    const isKnown = known.ids.has(id);
    if (one.event.kind === 'artifact-updated') return isKnown ? [one] : [];
    if (one.event.kind === 'artifact-comment-changed') return known.commented.has(id) ? [one] : [];
    return [isKnown ? one : { ...one, changesetId: null }];
  });
  return { seen, isPersonal: isPersonal || known.isPersonal };
}

/** Everybody who sees an artifact knows that it was made. */
const isAboutBeginning = ({ kind }: EventRow): boolean => kind === 'artifact-created';

function mayKnowOfGone(viewer: Viewer, tracker: Definition, event: EventRow): boolean {
  if (isTrackerAdmin(viewer, tracker)) return true;
  const isOpen = event.kind === 'artifact-deleted' && artifactEvents.readDetail(event, 'limited') === false;
  return isOpen && trackerAccess.hasTrackerPermission(viewer, tracker, 'full');
}
