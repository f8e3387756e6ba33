// What happened last in a project: its artifacts in order of their last change.
import { isSliceOver, yieldSlice } from '../../../platform/concurrency/time-slices.ts';
import type { Static } from 'typebox';
import { formatIso } from '../../../platform/texts/dates.ts';
import { escapeXmlAttribute, escapeXmlText } from '../../../platform/texts/xml-text.ts';
import { publicUrl } from '../../../settings/index.ts';
import { viewMinimalUser } from '../../people/index.ts';
import type { UserRow } from '../../people/index.ts';
import type { Projects, Viewer } from '../../projects/index.ts';
import { mayField, trackerRecords } from '../../trackers/index.ts';
import type { Definition, Trackers } from '../../trackers/index.ts';
import { listLastChanged, listLastChangedIds } from './activity.store.ts';
import type { LastChanged } from './activity.store.ts';
import type { Heartbeats } from './activity.schema.ts';
import { visibleArtifacts } from '../permissions/artifacts.access.ts';
import type { Artifacts } from '../artifact/artifacts.service.ts';
import { listArtifactsByIds } from '../artifact/artifacts.store.ts';
import type { ArtifactRow } from '../artifact/artifacts.store.ts';
import { parseValues } from '../artifact/change.ts';
import { findLastKnown } from './visible-history.ts';
import { titleOf } from '../semantics/semantics.ts';
import type { RenderableArtifact } from '../rendering/relations.ts';

export interface ActivityDeps {
  projects: Projects;
  trackers: Trackers;
  artifacts: Artifacts;
}

/** Artifacts of one answer, those of the project that changed last. */
const entriesMax = 30;

/** Of an artifact, which may be long, an entry shows no more than the title, so few are in memory at a time. */
const readAtOnce = 4;

/** So many of each tracker are looked at, because what the viewer may not know of can bring old ones to the front. */
const candidatesMax = 100;

type Changed = Pick<ArtifactRow, 'id' | 'updated_at_ms'>;

const lastFirst = (a: Changed, b: Changed): number => b.updated_at_ms - a.updated_at_ms || b.id - a.id;

/**
 * At most 30 entries, each with the last change that the viewer may know of; tells apart whether as recent artifacts are
 * hidden. Throws as Projects.read does.
 */
export async function listHeartbeats(
  { projects, trackers, artifacts }: ActivityDeps,
  viewer: Viewer,
  projectId: number,
): Promise<Static<typeof Heartbeats>> {
  const project = await projects.read(viewer, projectId);
  const { db, people } = artifacts.readingBulk;
  const definitions = new Map<number, Definition>();
  const changed: LastChanged[] = [];
  const all: Changed[] = [];
  for (const { id } of await trackerRecords.listTrackerRows(db, project.id)) {
    const tracker = await trackers.findDefinition(id, viewer.site.version);
    if (tracker === undefined || tracker.isDeleted) continue;
    definitions.set(tracker.id, tracker);
    changed.push(...(await listLastChanged(db, tracker.id, visibleArtifacts(db, viewer, tracker), candidatesMax)));
    all.push(...(await listLastChangedIds(db, tracker.id, entriesMax)));
  }
  const shown = (await readKnownChanges(artifacts, viewer, changed, definitions)).sort(lastFirst).slice(0, entriesMax);
  const seenIds = new Set(changed.map((row) => row.id));
  const users = await people.findMany(
    shown.map((row) => row.updated_by),
    viewer.site.version,
  );
  const entries: Static<typeof Heartbeats>['entries'] = [];
  for (let at = 0; at < shown.length; at += readAtOnce) {
    const some = shown.slice(at, at + readAtOnce);
    const rows = await listArtifactsByIds(
      db,
      some.map(({ id }) => id),
    );
    const whole = new Map(rows.map((row) => [row.id, row]));
    for (const last of some) {
      if (isSliceOver()) await yieldSlice();
      const [row, tracker] = [whole.get(last.id), definitions.get(last.tracker_id)];
      if (row === undefined || tracker === undefined) continue;
      const renderable = { row: { ...row, ...last }, tracker, values: parseValues(row) };
      entries.push(viewEntry(viewer, renderable, users.get(last.updated_by)));
    }
  }
  return {
    entries,
    are_there_activities_user_cannot_see: all
      .sort(lastFirst)
      .slice(0, entriesMax)
      .some(({ id }) => !seenIds.has(id)),
  };
}

/** The rows, each with the last change that the viewer may know of. */
async function readKnownChanges(
  { readingBulk }: Artifacts,
  viewer: Viewer,
  rows: readonly LastChanged[],
  definitions: ReadonlyMap<number, Definition>,
): Promise<LastChanged[]> {
  const owners = rows.flatMap((row) => {
    const tracker = definitions.get(row.tracker_id);
    return tracker === undefined ? [] : [{ row, tracker }];
  });
  const { changes } = await findLastKnown(readingBulk, viewer, owners);
  return rows.map((row) => {
    const last = changes.get(row.id);
    return last === undefined ? row : { ...row, updated_by: last.by, updated_at_ms: last.atMs };
  });
}

/** Clients compare messages as texts, white space included. */
const indent = `\n${' '.repeat(12)}`;

/** `user` is undefined for an anonymous author. */
function viewEntry(
  viewer: Viewer,
  { row, tracker, values }: RenderableArtifact,
  user: UserRow | undefined,
): Static<typeof Heartbeats>['entries'][number] {
  const title = titleOf(tracker, values, (field) => mayField(viewer, tracker, field, 'read'));
  const badge = `cross-ref-badge tlp-swatch-${tracker.color}`;
  const reference = escapeXmlText(`${tracker.itemName} #${row.id}`);
  return {
    updated_at: formatIso(row.updated_at_ms),
    html_message:
      `${indent}<a class="direct-link-to-artifact" href="/plugins/tracker/?aid=${row.id}">` +
      `${indent}    <span class="${escapeXmlAttribute(badge)}">${indent}    ${reference}${indent}    </span>` +
      `${escapeXmlText(title ?? '')}</a>`,
    icon: '',
    small_icon: '',
    icon_name: 'fa-solid fa-tlp-tracker',
    user: user === undefined ? null : viewMinimalUser(user, publicUrl(viewer.site.settings)),
  };
}
