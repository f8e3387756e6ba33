// What somebody looked at lately, for themselves alone. A page says so when it shows an artifact; reading by a script is none.
import type { Static } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import { formatIso } from '../../platform/texts/dates.ts';
import { findVisible, listArtifactsByIds, listStamps, parseValues, statusOf, titleOf } from '../artifacts/index.ts';
import type { Artifacts } from '../artifacts/index.ts';
import { requireOwn } from '../people/index.ts';
import type { UserRow } from '../people/index.ts';
import { projectViews } from '../projects/index.ts';
import type { Viewer } from '../projects/index.ts';
import { mayField, trackerViews } from '../trackers/index.ts';
import type { Definition, Trackers } from '../trackers/index.ts';
import type { History } from './recently-viewed.schema.ts';
import * as store from './recently-viewed.store.ts';

export interface Visits {
  /** Latest first, as far as the viewer still sees it. Throws forbidden for somebody else's. */
  list(viewer: Viewer, user: UserRow | undefined): Promise<Static<typeof History>>;
  /** Notes that the viewer looks at an artifact. Throws forbidden for somebody else's history, and as Artifacts.read. */
  record(viewer: Viewer, user: UserRow | undefined, artifactId: number): Promise<void>;
  /** Throws forbidden for somebody else's. */
  clear(viewer: Viewer, user: UserRow | undefined): Promise<void>;
}

interface Deps {
  database: Database;
  clock: Clock;
  artifacts: Artifacts;
  trackers: Trackers;
}

/** Older visits are forgotten. */
const visitsMax = 50;
const what = 'recently viewed items';

export function createVisits({ database, clock, artifacts, trackers }: Deps): Visits {
  const db = database.read;
  return {
    async list(viewer, user) {
      const visits = await store.listVisits(db, requireOwn(viewer, user, what).id);
      const ids = visits.map((visit) => visit.artifact_id);
      const { ids: visible, definitions } = await findVisible({ db, trackers }, viewer, await listStamps(db, ids));
      const rows = new Map((await listArtifactsByIds(db, [...visible])).map((row) => [row.id, row]));
      const entries = visits.flatMap((visit) => {
        const row = rows.get(visit.artifact_id);
        const tracker = definitions.get(row?.tracker_id ?? 0);
        return row === undefined || tracker === undefined
          ? []
          : [{ visit_time: formatIso(visit.visited_at_ms), ...viewEntry(viewer, row, tracker) }];
      });
      return { entries };
    },
    async record(viewer, user, artifactId) {
      const { id: userId } = requireOwn(viewer, user, what);
      await artifacts.read(viewer, artifactId);
      await database.transact(async (tx) => {
        await store.saveVisit(tx, { user_id: userId, artifact_id: artifactId, visited_at_ms: clock.nowMs() });
        const old = (await store.listVisits(tx, userId)).slice(visitsMax).map((visit) => visit.artifact_id);
        if (old.length > 0) await store.deleteVisits(tx, userId, old);
      });
    },
    async clear(viewer, user) {
      const { id } = requireOwn(viewer, user, what);
      await database.transact((tx) => store.deleteVisits(tx, id));
    },
  };
}

function viewEntry(viewer: Viewer, row: Parameters<typeof parseValues>[0] & { id: number }, tracker: Definition) {
  const values = parseValues(row);
  const isReadable = (field: Definition['fields'][number]): boolean => mayField(viewer, tracker, field, 'read');
  const status = statusOf(tracker, values, isReadable, () => undefined);
  return {
    xref: `${tracker.itemName} #${row.id}`,
    html_url: `/plugins/tracker/?aid=${row.id}`,
    title: titleOf(tracker, values, isReadable) ?? '',
    color_name: tracker.color,
    tracker_icon: trackerViews.iconOf(tracker),
    type: 'artifact',
    per_type_id: row.id,
    icon_name: 'fa-solid fa-tlp-tracker',
    small_icon: null,
    icon: null,
    project: projectViews.viewMinimalProject(tracker.project),
    quick_links: [],
    badges: status.label === '' ? [] : [{ label: status.label, color: status.color }],
  };
}
