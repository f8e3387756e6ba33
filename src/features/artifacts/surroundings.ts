// Fetches what the representations of a page of artifacts mention: people, linked artifacts, files. A fixed number of queries for any page.
import type { Reader } from '../../platform/database/index.ts';
import type { People, UserRow } from '../people/index.ts';
import type { Viewer } from '../projects/index.ts';
import { fieldTypeOf, viewTrackerReference } from '../trackers/index.ts';
import type { ArtifactLink, Definition, FileFacts, LinkedArtifact, Trackers } from '../trackers/index.ts';
import { findVisible } from './artifacts.access.ts';
import * as store from './artifacts.store.ts';
import type { ArtifactRow } from './artifacts.store.ts';
import type { StoredValues } from './change.ts';

export interface Surroundings {
  users: ReadonlyMap<number, UserRow>;
  linked: ReadonlyMap<number, LinkedArtifact>;
  files: ReadonlyMap<number, FileFacts>;
  linksFrom: ReadonlyMap<number, ArtifactLink[]>;
  linksTo: ReadonlyMap<number, ArtifactLink[]>;
  /** Whether another viewer with the same rights class might see other links. */
  isPersonal: boolean;
}

export interface Subject {
  row: ArtifactRow;
  tracker: Definition;
  values: StoredValues;
}

export interface SurroundingDeps {
  db: Reader;
  people: People;
  trackers: Trackers;
}

export async function loadSurroundings(
  deps: SurroundingDeps,
  viewer: Viewer,
  subjects: readonly Subject[],
): Promise<Surroundings> {
  const ids = subjects.map((subject) => subject.row.id);
  const [from, to, files] = await Promise.all([
    store.listLinksFrom(deps.db, ids),
    store.listLinksTo(deps.db, ids),
    store.listFiles(deps.db, hasFiles(subjects) ? ids : []),
  ]);
  const { linked, isPersonal } = await loadLinked(deps, viewer, [
    ...from.map((link) => link.target_id),
    ...to.map((link) => link.source_id),
    ...mentionedArtifacts(subjects),
  ]);
  return {
    linked,
    isPersonal,
    users: await deps.people.findMany(mentionedUsers(subjects), viewer.site.version),
    files: new Map(files.map((file) => [file.id, viewFacts(file)])),
    linksFrom: groupLinks(from, 'source_id', 'target_id'),
    linksTo: groupLinks(to, 'target_id', 'source_id'),
  };
}

const hasFiles = (subjects: readonly Subject[]): boolean =>
  subjects.some(({ tracker }) => tracker.fields.some((field) => field.type === 'file'));

const viewFacts = (file: Awaited<ReturnType<typeof store.listFiles>>[number]): FileFacts => ({
  id: file.id,
  submittedBy: file.submitted_by,
  description: file.description,
  name: file.name,
  sizeBytes: file.size_bytes,
  mimeType: file.mime_type,
});

function groupLinks(
  links: readonly store.LinkRow[],
  owner: 'source_id' | 'target_id',
  other: 'source_id' | 'target_id',
): Map<number, ArtifactLink[]> {
  const grouped = Map.groupBy(links, (link) => link[owner]);
  return new Map([...grouped].map(([id, list]) => [id, list.map((link) => ({ id: link[other], type: link.type }))]));
}

function mentionedUsers(subjects: readonly Subject[]): Set<number> {
  const ids = new Set<number>();
  for (const { row, tracker, values } of subjects) {
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

/** Targets of the links that the values hold, which in an artifact's history are not the links of today. */
const mentionedArtifacts = (subjects: readonly Subject[]): number[] =>
  subjects.flatMap(({ tracker, values }) =>
    tracker.fields
      .filter((field) => field.type === 'art_link' && values[field.id] !== undefined)
      .flatMap((field) => fieldTypeOf(field.type).mentions(values[field.id]).artifacts ?? []),
  );

async function loadLinked(
  deps: SurroundingDeps,
  viewer: Viewer,
  ids: readonly number[],
): Promise<{ linked: Map<number, LinkedArtifact>; isPersonal: boolean }> {
  const rows = await store.listVisibilityRows(deps.db, [...new Set(ids)]);
  const { ids: visible, isPersonal, definitions } = await findVisible(deps, viewer, rows);
  const linked = new Map<number, LinkedArtifact>();
  for (const row of rows) {
    const tracker = definitions.get(row.tracker_id);
    if (tracker === undefined || !visible.has(row.id)) continue;
    linked.set(row.id, {
      id: row.id,
      itemName: tracker.itemName,
      projectId: tracker.project.id,
      tracker: viewTrackerReference(tracker),
    });
  }
  return { linked, isPersonal };
}
