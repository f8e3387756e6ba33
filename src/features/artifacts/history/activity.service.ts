// What happened to artifacts, change by change: of a project, of an artifact, of a person. Nobody is told more of a change than the
// history of its artifact tells them.
import type { Static } from 'typebox';
import { isSliceOver, yieldSlice } from '../../../platform/concurrency/time-slices.ts';
import { readTimeCursor, writeTimeCursor } from '../../../platform/wire/time-cursor.ts';
import type { Viewer } from '../../projects/index.ts';
import { trackerAccess } from '../../trackers/index.ts';
import type { Definition } from '../../trackers/index.ts';
import type { Artifacts } from '../artifact/artifacts.service.ts';
import { visibleArtifacts } from '../permissions/artifacts.access.ts';
import type { ActivityDeps } from './heartbeats.service.ts';
import type { ActivityPage, ActivityQuery } from './activity.schema.ts';
import * as store from './activity.store.ts';
import type { ActivityRow, WantedActivity } from './activity.store.ts';
import { kindOf, viewChanges } from './activity-entries.service.ts';
import { findKnownChanges } from './known-changes.ts';
import type { KnownChange } from './known-changes.ts';

type Query = Static<typeof ActivityQuery>;
type Page = Static<typeof ActivityPage>;

/** Where changes come from. */
interface Source {
  trackers: ReadonlyMap<number, Definition>;
  list(wanted: WantedActivity): Promise<ActivityRow[]>;
}

/** Changes of a part, where those of one kind are picked out of it. */
const pickedMax = 50;
/** Parts of the activity that one answer looks through, which may then have fewer entries than are asked for. */
const windowsMax = 10;

const latestFirst = (a: ActivityRow, b: ActivityRow): number => b.submitted_at_ms - a.submitted_at_ms || b.id - a.id;

const cursorOf = (row: ActivityRow | undefined) => row && { atMs: Number(row.submitted_at_ms), id: row.id };

/** Looks through the source until a page is full. Throws invalid for `before`. */
async function listPage(
  artifacts: Artifacts,
  viewer: Viewer,
  source: Source,
  query: Query,
  by?: number,
): Promise<Page> {
  const deps = artifacts.readingBulk;
  const { limit, kind } = query;
  const windowMax = kind === undefined ? limit : Math.max(limit, pickedMax);
  const found: KnownChange[] = [];
  let before = readTimeCursor(query.before);
  let isMore = true;
  for (let windows = 0; isMore && found.length <= limit && windows < windowsMax; windows += 1) {
    if (isSliceOver()) await yieldSlice();
    const rows = await source.list({ by, before, limit: windowMax + 1 });
    const known = await findKnownChanges(deps, viewer, rows, source.trackers);
    found.push(...known.filter((change) => kind === undefined || kindOf(change) === kind));
    isMore = rows.length > windowMax;
    before = cursorOf(rows.at(-1)) ?? before;
  }
  const shown = found.slice(0, limit);
  const next = found.length > limit ? cursorOf(shown.at(-1)?.row) : isMore ? before : undefined;
  return {
    entries: await viewChanges(artifacts, viewer, shown),
    next: next === undefined ? null : writeTimeCursor(next),
  };
}

/** The changes of the trackers' artifacts that the viewer may see. */
function ofTrackers({ readingBulk: { db } }: Artifacts, viewer: Viewer, trackers: readonly Definition[]): Source {
  return {
    trackers: new Map(trackers.map((tracker) => [tracker.id, tracker])),
    async list(wanted) {
      const rows: ActivityRow[] = [];
      for (const tracker of trackers) {
        if (isSliceOver()) await yieldSlice();
        rows.push(...(await store.listTrackerActivity(db, tracker.id, wanted, visibleArtifacts(db, viewer, tracker))));
      }
      return rows.sort(latestFirst).slice(0, wanted.limit);
    },
  };
}

/** Of a person's changes, those in trackers that the viewer sees. */
export async function listUserActivity(
  { trackers, artifacts }: ActivityDeps,
  viewer: Viewer,
  userId: number,
  query: Query,
): Promise<Page> {
  const ids = await store.listTrackersOf(artifacts.readingBulk.db, userId);
  const seen: Definition[] = [];
  for (const id of ids) {
    if (isSliceOver()) await yieldSlice();
    const tracker = await trackers.findDefinition(id, viewer.site.version);
    if (tracker !== undefined && trackerAccess.maySeeTracker(viewer, tracker)) seen.push(tracker);
  }
  return listPage(artifacts, viewer, ofTrackers(artifacts, viewer, seen), query, userId);
}

/** Throws as Projects.read does, and invalid for `before`. */
export async function listProjectActivity(
  { trackers, artifacts }: ActivityDeps,
  viewer: Viewer,
  projectId: number,
  { user, tracker: trackerId, ...query }: Query & { user?: number | undefined; tracker?: number | undefined },
): Promise<Page> {
  const all = await trackers.listOfProject(viewer, projectId, false);
  const wanted = all.filter(({ id }) => trackerId === undefined || id === trackerId);
  return listPage(artifacts, viewer, ofTrackers(artifacts, viewer, wanted), query, user);
}

/** Throws notFound and forbidden as for the artifact itself, and invalid for `before`. */
export async function listArtifactActivity(
  { artifacts }: ActivityDeps,
  viewer: Viewer,
  artifactId: number,
  query: Query,
): Promise<Page> {
  const { tracker } = await artifacts.readWhole(viewer, artifactId);
  const { db } = artifacts.readingBulk;
  return listPage(
    artifacts,
    viewer,
    {
      trackers: new Map([[tracker.id, tracker]]),
      list: (wanted) => store.listArtifactActivity(db, artifactId, wanted),
    },
    query,
  );
}
