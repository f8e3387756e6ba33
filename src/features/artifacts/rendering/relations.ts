// Fetches what the representations of a page of artifacts mention: people, linked artifacts, files. A fixed number of queries for any page.
import { noTexts } from '../../../platform/markup/index.ts';
import type { RenderedTexts } from '../../../platform/markup/index.ts';
import { isSliceOver, yieldSlice } from '../../../platform/concurrency/time-slices.ts';
import { factsOf, listFiles } from '../../attachments/index.ts';
import type { UserRow } from '../../people/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { fieldIs, fieldTypeOf, listValues, trackerRecords, trackerViews } from '../../trackers/index.ts';
import type { ArtifactLink, Definition, Field, FileFacts, ShowContext } from '../../trackers/index.ts';
import * as store from '../artifact/artifacts.store.ts';
import { loadCharts, noCharts } from '../computed/charts.ts';
import type { ChartDeps, Charts } from '../computed/charts.ts';
import { textsOfValue } from '../artifact/rendered-texts.ts';
import type { OwnedText } from '../artifact/rendered-texts.ts';
import { loadSums, noSums } from '../computed/sums.ts';
import type { Sums } from '../computed/sums.ts';
import type { ExternalReference, RenderableArtifact, RelationDeps } from '../artifact/renderable-artifact.ts';
import type { LinkEnd } from '../links/link-ends.store.ts';
import { findVisible } from '../permissions/artifacts.access.ts';
import { loadVisibleLinks } from '../links/visible-links.ts';
import { selectVisibleReferences } from '../links/visible-references.ts';

type LinkedArtifact = NonNullable<ReturnType<ShowContext['linked']>>;
type OpenValue = Field['openValues'][number];

export type { RenderableArtifact, RelationDeps } from '../artifact/renderable-artifact.ts';

export interface Relations {
  users: ReadonlyMap<number, UserRow>;
  /** Artifacts that links lead to or come from and that the viewer sees. */
  linked: ReadonlyMap<number, LinkedArtifact>;
  files: ReadonlyMap<number, FileFacts>;
  openValues: ReadonlyMap<number, OpenValue>;
  /** Only links that the viewer may know of: see visible-links.ts. */
  linksFrom: ReadonlyMap<number, ArtifactLink[]>;
  linksTo: ReadonlyMap<number, ArtifactLink[]>;
  sums: Sums;
  /** Empty where they were not asked for: see withCharts. */
  charts: Charts;
  /** Empty where they were not asked for: see withTexts. */
  texts: RenderedTexts;
  /** Only references that the viewer may know of: see visible-references.ts. */
  referencesFrom: ReadonlyMap<number, number[]>;
  referencesTo: ReadonlyMap<number, number[]>;
  externalReferences: ReadonlyMap<number, ExternalReference[]>;
  /** Whether another viewer with the same rights class might see other links, references or sums. */
  isPersonal: boolean;
}

/** `mentioned` are more artifacts to look up in `linked`; `linkEnds` those of the subjects where they have been read. */
export async function loadRelations(
  deps: RelationDeps,
  viewer: Viewer,
  renderables: readonly RenderableArtifact[],
  mentioned: readonly number[] = [],
  linkEnds?: readonly LinkEnd[],
): Promise<Relations> {
  const ids = renderables.map((renderable) => renderable.row.id);
  const owners = new Map(renderables.map(({ row, tracker }) => [row.id, { id: row.id, tracker }]));
  const showsReferences = hasFields(renderables, fieldIs.references);
  const [references, external, files, openValues, sums] = await Promise.all([
    store.listReferences(deps.db, showsReferences ? ids : []),
    deps.listExternalReferences(deps.db, viewer, showsReferences ? [...owners.values()] : []),
    listFiles(deps.db, hasFields(renderables, fieldIs.files) ? ids : []),
    loadOpenValues(deps, renderables),
    loadSums(deps, viewer, renderables),
  ]);
  const ends = references.flatMap((row) => [row.source_id, row.target_id]);
  const links = await loadVisibleLinks(
    deps,
    viewer,
    [...owners.values()],
    [...(await mentionedArtifacts(renderables)), ...ends, ...mentioned],
    linkEnds,
  );
  const { from, to } = await selectVisibleReferences(deps.db, viewer, references, links.seen);
  return {
    referencesFrom: from,
    referencesTo: to,
    externalReferences: external.byArtifact,
    linked: new Map([...links.seen].map(([id, tracker]) => [id, viewLinked(id, tracker)])),
    isPersonal: links.isPersonal || sums.isPersonal,
    users: await deps.people.findMany(mentionedUsers(renderables), viewer.site.version),
    files: new Map(files.map((file) => [file.id, factsOf(file)])),
    openValues,
    sums,
    charts: noCharts,
    texts: noTexts,
    linksFrom: groupLinks(links.from, 'source_id', 'target_id'),
    linksTo: groupLinks(links.to, 'target_id', 'source_id'),
  };
}

/** Of all that representations mention, what those need that show no values: people. */
export const loadPeople = async (
  deps: Pick<RelationDeps, 'people'>,
  viewer: Viewer,
  renderables: readonly RenderableArtifact[],
): Promise<Relations> => ({
  ...noRelations,
  users: await deps.people.findMany(mentionedUsers(renderables), viewer.site.version),
});

/** What values mention, without links of others, references, sums and texts: enough to tell values apart. */
export async function loadMentions(
  deps: RelationDeps,
  viewer: Viewer,
  renderables: readonly RenderableArtifact[],
): Promise<Relations> {
  const withFiles = renderables.filter(({ tracker, values }) =>
    tracker.fields.some((field) => fieldIs.files(field) && values[field.id] !== undefined),
  );
  const rows = await store.listVisibilityRows(deps.db, [...(await mentionedArtifacts(renderables))]);
  const { ids, definitions } = await findVisible(deps, viewer, rows);
  const linked = rows.flatMap(({ id, tracker_id: trackerId }): [number, LinkedArtifact][] => {
    const tracker = definitions.get(trackerId);
    return tracker !== undefined && ids.has(id) ? [[id, viewLinked(id, tracker)]] : [];
  });
  const files = await listFiles(deps.db, [...new Set(withFiles.map(({ row }) => row.id))]);
  return {
    ...noRelations,
    users: await deps.people.findMany(mentionedUsers(renderables), viewer.site.version),
    linked: new Map(linked),
    files: new Map(files.map((file) => [file.id, factsOf(file)])),
    openValues: await loadOpenValues(deps, renderables),
  };
}

const noRelations: Omit<Relations, 'users'> = {
  linked: new Map(),
  files: new Map(),
  openValues: new Map(),
  linksFrom: new Map(),
  linksTo: new Map(),
  sums: noSums,
  charts: noCharts,
  texts: noTexts,
  referencesFrom: new Map(),
  referencesTo: new Map(),
  externalReferences: new Map(),
  isPersonal: false,
};

const hasFields = (renderables: readonly RenderableArtifact[], isMeant: (field: Field) => boolean): boolean =>
  [...new Set(renderables.map(({ tracker }) => tracker))].some(({ fields }) => fields.some(isMeant));

/** The same with the charts of the subjects, which cost their histories. */
export async function withCharts(
  deps: ChartDeps,
  viewer: Viewer,
  renderables: readonly RenderableArtifact[],
  relations: Relations,
): Promise<Relations> {
  const charts = await loadCharts(deps, viewer, renderables);
  return { ...relations, charts, isPersonal: relations.isPersonal || charts.isPersonal };
}

/** The same with the HTML of texts of the subjects: of those fields that are shown, and of these comments. */
export async function withTexts(
  deps: RelationDeps,
  renderables: readonly RenderableArtifact[],
  relations: Relations,
  {
    isShown = () => true,
    comments = [],
  }: { isShown?: (field: Field, tracker: Definition) => boolean; comments?: readonly OwnedText[] } = {},
): Promise<Relations> {
  const texts = renderables.flatMap(({ row, tracker, values }) =>
    tracker.fields
      .filter((field) => isShown(field, tracker))
      .flatMap(({ id }) => textsOfValue(tracker, id, values[id]))
      .map((text) => ({ artifactId: row.id, text })),
  );
  return { ...relations, texts: await deps.texts.load(deps.db, [...texts, ...comments]) };
}

/** Values of open lists that the artifacts hold; those that are newer than the definitions are looked up. */
async function loadOpenValues(
  deps: RelationDeps,
  renderables: readonly RenderableArtifact[],
): Promise<ReadonlyMap<number, OpenValue>> {
  const known = new Map<number, OpenValue>();
  const missing = new Set<number>();
  for (const { tracker, values } of renderables) {
    for (const field of tracker.fields) {
      const stored = values[field.id];
      if (!fieldIs.openList(field) || stored === undefined) continue;
      const ids = new Set(fieldTypeOf(field.type).mentions(stored).openValues);
      for (const id of ids) {
        const value = listValues.findOpenValue(field, id);
        if (value === undefined) missing.add(id);
        else known.set(id, value);
      }
    }
  }
  for (const { id, label, is_hidden: hidden } of await trackerRecords.listOpenValues(deps.db, [...missing]))
    known.set(id, { id, label, isHidden: hidden === 1 });
  return known;
}

function groupLinks(
  links: readonly store.LinkRow[],
  owner: 'source_id' | 'target_id',
  other: 'source_id' | 'target_id',
): Map<number, ArtifactLink[]> {
  const grouped = Map.groupBy(links, (link) => link[owner]);
  return new Map([...grouped].map(([id, list]) => [id, list.map((link) => ({ id: link[other], type: link.type }))]));
}

function mentionedUsers(renderables: readonly RenderableArtifact[]): Set<number> {
  const ids = new Set<number>();
  for (const { row, tracker, values } of renderables) {
    ids.add(row.submitted_by).add(row.updated_by);
    for (const field of tracker.fields) {
      const value = values[field.id];
      const isBoundToPeople = field.settings.bind?.kind === 'users';
      if (value === undefined || !isBoundToPeople) continue;
      for (const id of fieldTypeOf(field.type).mentions(value).users ?? []) ids.add(id);
    }
  }
  return ids;
}

/** What links and texts lead to by the values, which in an artifact's history are not those of today. */
async function mentionedArtifacts(renderables: readonly RenderableArtifact[]): Promise<Set<number>> {
  const ids = new Set<number>();
  for (const { tracker, values } of renderables) {
    for (const field of tracker.fields) {
      if (values[field.id] === undefined) continue;
      if (isSliceOver()) await yieldSlice();
      for (const id of fieldTypeOf(field.type).mentions(values[field.id]).artifacts ?? []) ids.add(id);
    }
  }
  return ids;
}

const viewLinked = (id: number, tracker: Definition): LinkedArtifact => ({
  id,
  itemName: tracker.itemName,
  projectId: tracker.project.id,
  tracker: trackerViews.viewTrackerReference(tracker),
});
