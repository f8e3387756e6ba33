// What an artifact is linked with, by type and direction, and the parents that a new artifact could have.
import type { Static } from 'typebox';
import type { Page, Viewer } from '../../projects/index.ts';
import { artifactLinks, mayField, trackerAccess, trackerViews } from '../../trackers/index.ts';
import type { Definition, Field } from '../../trackers/index.ts';
import { visibleArtifacts } from '../permissions/artifacts.access.ts';
import type { ParentArtifact } from '../artifact/artifacts.schema.ts';
import type { Artifacts } from '../artifact/artifacts.service.ts';
import * as store from '../artifact/artifacts.store.ts';
import { viewFlat } from '../rendering/flat-values.ts';
import { findReadable, statusOf, titleOf } from '../semantics/semantics.ts';
import { loadCompleteArtifacts } from '../rendering/complete-artifacts.ts';
import { readRenderables } from '../rendering/readable-artifacts.ts';
import { loadRelations } from '../rendering/relations.ts';
import { loadVisibleLinks } from './visible-links.ts';

export type Direction = 'forward' | 'reverse';

export interface Nature {
  shortname: string;
  direction: Direction;
  label: string;
  uri: string;
}

function labelOfNature(type: string, direction: Direction): string {
  const known = artifactLinks.linkTypes.find((candidate) => candidate.shortname === type);
  if (known !== undefined) return direction === 'forward' ? known.forwardLabel : known.reverseLabel;
  if (type !== '') return type;
  return direction === 'forward' ? 'is Linked to' : 'is Linked from';
}

/** Every type and direction of the artifact's links that the viewer may know of, forward first. Throws as Artifacts.read. */
export async function listNatures(artifacts: Artifacts, viewer: Viewer, id: number): Promise<Nature[]> {
  const { tracker } = await artifacts.read(viewer, id);
  const { from, to } = await loadVisibleLinks(artifacts.reading, viewer, [{ id, tracker }]);
  const natures = (links: readonly store.LinkRow[], direction: Direction): Nature[] =>
    [...new Set(links.map((link) => link.type))].map((shortname) => ({
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

/** Artifacts linked by one type in one direction that the viewer may know of, paged after that. */
async function listLinked(artifacts: Artifacts, viewer: Viewer, id: number, request: LinkedRequest) {
  const { tracker } = await artifacts.read(viewer, id);
  const { from, to, seen } = await loadVisibleLinks(artifacts.reading, viewer, [{ id, tracker }]);
  const isForward = request.direction === 'forward';
  const ids = (isForward ? from : to)
    .filter((link) => link.type === request.nature)
    .map((link) => (isForward ? link.target_id : link.source_id));
  const pageIds = ids.slice(request.offset, request.offset + request.limit);
  const byId = new Map((await store.listStamps(artifacts.reading.db, pageIds)).map((row) => [row.id, row]));
  return {
    definitions: new Map([...seen.values()].map((definition) => [definition.id, definition])),
    size: ids.length,
    page: pageIds.flatMap((linkedId) => byId.get(linkedId) ?? []),
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
  const ids = page.map((stamp) => stamp.id);
  const shown = await loadCompleteArtifacts(artifacts.reading, viewer, ids, definitions);
  const flat = shown.map((one) => viewFlat(one, one.renderable.tracker.fields, joinsLists));
  return { rows: flat, size };
}

/**
 * Open artifacts of the parent tracker, newest first; none when there is no parent or the viewer may not see it. Whose
 * status may not be read counts as open, so the list says nothing about it.
 */
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
  const isReadable = (field: Field): boolean => mayField(viewer, parent, field, 'read');
  const status = findReadable(parent, parent.semantics.status, isReadable);
  const { rows, size } = await store.listArtifactsWithKey(
    db,
    parent.id,
    status === undefined ? undefined : { fieldId: status.field_id, keys: status.value_ids },
    visibleArtifacts(db, viewer, parent),
    page,
  );
  const { renderables } = await readRenderables(artifacts.reading, viewer, rows, new Map([[parent.id, parent]]));
  const { users } = await loadRelations(artifacts.reading, viewer, renderables);
  const parents = renderables.map(({ row, values }) => {
    const shown = statusOf(parent, values, isReadable, (id) => users.get(id));
    return {
      id: row.id,
      title: titleOf(parent, values, isReadable) ?? '',
      xref: `${parent.itemName} #${row.id}`,
      uri: `artifacts/${row.id}`,
      html_url: `/plugins/tracker/?aid=${row.id}`,
      tracker: trackerViews.viewMinimalTracker(parent),
      full_status: shown.label === '' ? null : { value: shown.label, color: shown.color },
    };
  });
  return { parents, size };
}

/** Link types in use between artifacts of the tracker and others, as far as the viewer may know of the links. */
export async function listUsedLinkTypes(
  artifacts: Artifacts,
  viewer: Viewer,
  trackerId: number,
): Promise<{ shortname: string; forward_label: string }[]> {
  const { db, trackers } = artifacts.reading;
  const tracker = await trackers.read(viewer, trackerId);
  if (trackerAccess.findReadableLinkField(viewer, tracker) === undefined) return [];
  const directions = (await store.listLinkDirections(db, tracker.id)).filter(({ type }) => type !== '');
  const end = (of: Definition) => ({ trackerId: of.id, filter: visibleArtifacts(db, viewer, of) });
  const used = new Set<string>();
  for (const targetId of new Set(directions.map((direction) => direction.tracker_id))) {
    const target = await trackers.findDefinition(targetId, viewer.site.version);
    if (target === undefined) continue;
    for (const type of await store.listLinkTypes(db, end(tracker), end(target))) if (type !== '') used.add(type);
  }
  return [...used].sort().map((shortname) => ({ shortname, forward_label: labelOfNature(shortname, 'forward') }));
}
