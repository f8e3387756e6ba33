// Fetches what the representations of a page of artifacts mention: people, linked artifacts, files. A fixed number of queries for any page.
import type { Reader } from '../../platform/database/index.ts';
import type { People, UserRow } from '../people/index.ts';
import type { Viewer } from '../projects/index.ts';
import { fieldTypeOf, viewTrackerReference } from '../trackers/index.ts';
import type { ArtifactLink, Definition, FileFacts, LinkedArtifact, Trackers } from '../trackers/index.ts';
import * as store from './artifacts.store.ts';
import type { ArtifactRow } from './artifacts.store.ts';
import type { StoredValues } from './change.ts';
import { loadVisibleLinks } from './visible-links.ts';
import { selectVisibleReferences } from './visible-references.ts';

export interface Surroundings {
  users: ReadonlyMap<number, UserRow>;
  /** Artifacts that links lead to or come from and that the viewer sees. */
  linked: ReadonlyMap<number, LinkedArtifact>;
  files: ReadonlyMap<number, FileFacts>;
  /** Only links that the viewer may know of: see visible-links.ts. */
  linksFrom: ReadonlyMap<number, ArtifactLink[]>;
  linksTo: ReadonlyMap<number, ArtifactLink[]>;
  /** Only references that the viewer may know of: see visible-references.ts. */
  referencesFrom: ReadonlyMap<number, number[]>;
  referencesTo: ReadonlyMap<number, number[]>;
  /** Whether another viewer with the same rights class might see other links or references. */
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

/** `mentioned` are more artifacts to look up in `linked`. */
export async function loadSurroundings(
  deps: SurroundingDeps,
  viewer: Viewer,
  subjects: readonly Subject[],
  mentioned: readonly number[] = [],
): Promise<Surroundings> {
  const ids = subjects.map((subject) => subject.row.id);
  const owners = new Map(subjects.map(({ row, tracker }) => [row.id, { id: row.id, tracker }]));
  const [references, files] = await Promise.all([
    store.listReferences(deps.db, hasFields(subjects, 'cross') ? ids : []),
    store.listFiles(deps.db, hasFields(subjects, 'file') ? ids : []),
  ]);
  const ends = references.flatMap((row) => [row.source_id, row.target_id]);
  const links = await loadVisibleLinks(
    deps,
    viewer,
    [...owners.values()],
    [...mentionedArtifacts(subjects), ...ends, ...mentioned],
  );
  const { from, to } = await selectVisibleReferences(deps.db, viewer, references, links.seen);
  return {
    referencesFrom: from,
    referencesTo: to,
    linked: new Map([...links.seen].map(([id, tracker]) => [id, viewLinked(id, tracker)])),
    isPersonal: links.isPersonal,
    users: await deps.people.findMany(mentionedUsers(subjects), viewer.site.version),
    files: new Map(files.map((file) => [file.id, viewFacts(file)])),
    linksFrom: groupLinks(links.from, 'source_id', 'target_id'),
    linksTo: groupLinks(links.to, 'target_id', 'source_id'),
  };
}

const hasFields = (subjects: readonly Subject[], type: string): boolean =>
  subjects.some(({ tracker }) => tracker.fields.some((field) => field.type === type));

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

/** What links and texts lead to by the values, which in an artifact's history are not those of today. */
const mentionedArtifacts = (subjects: readonly Subject[]): number[] =>
  subjects.flatMap(({ tracker, values }) =>
    tracker.fields
      .filter((field) => values[field.id] !== undefined)
      .flatMap((field) => fieldTypeOf(field.type).mentions(values[field.id]).artifacts ?? []),
  );

const viewLinked = (id: number, tracker: Definition): LinkedArtifact => ({
  id,
  itemName: tracker.itemName,
  projectId: tracker.project.id,
  tracker: viewTrackerReference(tracker),
});
