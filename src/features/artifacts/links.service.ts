// What an artifact is linked with, by type and direction, and the parents that a new artifact could have.
import type { Static } from 'typebox';
import { publicUrl } from '../../settings/index.ts';
import type { Page, Viewer } from '../projects/index.ts';
import { linkTypes, mayField, viewMinimalTracker } from '../trackers/index.ts';
import type { Definition, Field } from '../trackers/index.ts';
import { findVisible, visibleArtifacts } from './artifacts.access.ts';
import type { ParentArtifact } from './artifacts.schema.ts';
import type { Artifacts } from './artifacts.service.ts';
import * as store from './artifacts.store.ts';
import type { ArtifactRow } from './artifacts.store.ts';
import { viewFlat } from './artifacts.view.ts';
import { parseValues } from './change.ts';
import { statusOf, titleOf } from './semantics.ts';
import { loadSurroundings } from './surroundings.ts';

export type Direction = 'forward' | 'reverse';

export interface Nature {
  shortname: string;
  direction: Direction;
  label: string;
  uri: string;
}

function labelOfNature(type: string, direction: Direction): string {
  const known = linkTypes.find((candidate) => candidate.shortname === type);
  if (known !== undefined) return direction === 'forward' ? known.forwardLabel : known.reverseLabel;
  if (type !== '') return type;
  return direction === 'forward' ? 'is Linked to' : 'is Linked from';
}

/** Every type and direction of the artifact's links that the viewer may see, forward first. Throws as Artifacts.read. */
export async function listNatures(artifacts: Artifacts, viewer: Viewer, id: number): Promise<Nature[]> {
  await artifacts.read(viewer, id);
  const { db } = artifacts.reading;
  const [from, to] = await Promise.all([store.listLinksFrom(db, [id]), store.listLinksTo(db, [id])]);
  const ends = [...from.map((link) => link.target_id), ...to.map((link) => link.source_id)];
  const rows = await store.listVisibilityRows(db, [...new Set(ends)]);
  const { ids: visible } = await findVisible(artifacts.reading, viewer, rows);
  const isShown = (link: store.LinkRow, direction: Direction): boolean =>
    visible.has(direction === 'forward' ? link.target_id : link.source_id);
  const natures = (links: readonly store.LinkRow[], direction: Direction): Nature[] =>
    [...new Set(links.filter((link) => isShown(link, direction)).map((link) => link.type))].map((shortname) => ({
      shortname,
      direction,
      label: labelOfNature(shortname, direction),
      uri: `artifacts/${id}/linked_artifacts?nature=${encodeURIComponent(shortname)}&direction=${direction}`,
    }));
  return [...natures(from, 'forward'), ...natures(to, 'reverse')];
}

export interface LinkedRequest extends Page {
  direction: Direction;
  nature: string;
}

/** Artifacts linked by one type in one direction that the viewer may see, paged after that. */
async function listLinked(artifacts: Artifacts, viewer: Viewer, id: number, request: LinkedRequest) {
  await artifacts.read(viewer, id);
  const { db } = artifacts.reading;
  const isForward = request.direction === 'forward';
  const links = await (isForward ? store.listLinksFrom : store.listLinksTo)(db, [id]);
  const ids = links
    .filter((link) => link.type === request.nature)
    .map((link) => (isForward ? link.target_id : link.source_id));
  const rows = await store.listStamps(db, ids);
  const visible = await findVisible(artifacts.reading, viewer, rows);
  const byId = new Map(rows.filter((row) => visible.ids.has(row.id)).map((row) => [row.id, row]));
  const ordered = ids.flatMap((linkedId) => byId.get(linkedId) ?? []);
  return {
    definitions: visible.definitions,
    size: ordered.length,
    page: ordered.slice(request.offset, request.offset + request.limit),
  };
}

/** JSON texts of the page. */
export async function listLinkedTexts(
  artifacts: Artifacts,
  viewer: Viewer,
  id: number,
  request: LinkedRequest,
): Promise<{ texts: string[]; size: number }> {
  const { page, definitions, size } = await listLinked(artifacts, viewer, id, request);
  const renderings = await artifacts.renderer.render(viewer, page, definitions, { collection: true, byField: true });
  return { texts: renderings.map((rendering) => rendering.json), size };
}

/** Maps of field name to a scalar or a list of labels; `joinsLists` writes lists as one text. */
export async function listLinkedFlat(
  artifacts: Artifacts,
  viewer: Viewer,
  id: number,
  request: LinkedRequest,
  joinsLists: boolean,
): Promise<{ rows: Record<string, unknown>[]; size: number }> {
  const { page, definitions, size } = await listLinked(artifacts, viewer, id, request);
  const rows = await store.listArtifactsByIds(
    artifacts.reading.db,
    page.map((stamp) => stamp.id),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const subjects = subjectsOf(
    page.flatMap((stamp) => byId.get(stamp.id) ?? []),
    definitions,
  );
  const around = await loadSurroundings(artifacts.reading, viewer, subjects);
  const baseUrl = publicUrl(viewer.site.settings);
  const flat = subjects.map((subject) => {
    const isReadable = (field: Field): boolean => mayField(viewer, subject.tracker, field, 'read');
    return viewFlat(subject, { around, baseUrl, isReadable }, joinsLists);
  });
  return { rows: flat, size };
}

const subjectsOf = (rows: readonly ArtifactRow[], definitions: ReadonlyMap<number, Definition>) =>
  rows.flatMap((row) => {
    const tracker = definitions.get(row.tracker_id);
    return tracker === undefined ? [] : [{ row, tracker, values: parseValues(row) }];
  });

/** Open artifacts of the parent tracker, newest first; none when there is no parent or the viewer may not see it. */
export async function listPossibleParents(
  artifacts: Artifacts,
  viewer: Viewer,
  trackerId: number,
  page: Page,
): Promise<{ parents: Static<typeof ParentArtifact>[]; size: number }> {
  const { db, trackers } = artifacts.reading;
  const tracker = await trackers.read(viewer, trackerId);
  const parent =
    tracker.parentId === null ? undefined : await trackers.findDefinition(tracker.parentId, viewer.site.version);
  if (parent === undefined) return { parents: [], size: 0 };
  const status = parent.semantics.status;
  const { rows, size } = await store.listArtifactsWithKey(
    db,
    parent.id,
    status === undefined ? undefined : { fieldId: status.field_id, keys: status.value_ids },
    visibleArtifacts(db, viewer, parent),
    page,
  );
  const subjects = subjectsOf(rows, new Map([[parent.id, parent]]));
  const { users } = await loadSurroundings(artifacts.reading, viewer, subjects);
  const isReadable = (field: Field): boolean => mayField(viewer, parent, field, 'read');
  const parents = subjects.map(({ row, values }) => {
    const shown = statusOf(parent, values, isReadable, (id) => users.get(id));
    return {
      id: row.id,
      title: titleOf(parent, values, isReadable) ?? '',
      xref: `${parent.itemName} #${row.id}`,
      uri: `artifacts/${row.id}`,
      html_url: `/plugins/tracker/?aid=${row.id}`,
      tracker: viewMinimalTracker(parent),
      full_status: shown.label === '' ? null : { value: shown.label, color: shown.color },
    };
  });
  return { parents, size };
}

/** Link types that artifacts of the tracker use. */
export async function listUsedLinkTypes(
  artifacts: Artifacts,
  viewer: Viewer,
  trackerId: number,
): Promise<{ shortname: string; forward_label: string }[]> {
  const tracker = await artifacts.reading.trackers.read(viewer, trackerId);
  const used = await store.listLinkTypes(artifacts.reading.db, tracker.id);
  return used
    .filter((type) => type !== '')
    .map((shortname) => ({ shortname, forward_label: labelOfNature(shortname, 'forward') }));
}
