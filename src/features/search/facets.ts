// How many of what was found are of each type, project and tracker, with the names of these.
import type { Static } from 'typebox';
import type { Database } from '../../platform/database/index.ts';
import { projectRecords } from '../projects/index.ts';
import type { Viewer } from '../projects/index.ts';
import type { Trackers } from '../trackers/index.ts';
import type { Finding } from './finding.ts';
import type { SearchResults } from './words/search.schema.ts';

type Facets = Static<typeof SearchResults>['facets'];
type Found = Finding['documents'][number];

/** How often each key comes, the most frequent first. */
function count<K>(documents: readonly Found[], keyOf: (found: Found) => K | null): [K, number][] {
  const counts = new Map<K, number>();
  for (const found of documents) {
    const key = keyOf(found);
    if (key !== null) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1]);
}

/** The facets of documents that the viewer may know. A project or tracker that went away meanwhile is not in them. */
export async function countFacets(
  { database, trackers }: { database: Database; trackers: Pick<Trackers, 'listHeads'> },
  viewer: Viewer,
  documents: readonly Found[],
): Promise<Facets> {
  const ofProjects = count(documents, ({ document }) => document.projectId);
  const ofTrackers = count(documents, ({ document }) => document.trackerId);
  const rows = await projectRecords.listProjectsByIds(
    database.read,
    ofProjects.map(([id]) => id),
  );
  const projects = new Map(rows.map((row) => [row.id, row]));
  const heads = await trackers.listHeads(
    viewer,
    rows,
    ofTrackers.map(([id]) => id),
  );
  const headOf = new Map(heads.map((head) => [head.id, head]));
  return {
    types: count(documents, ({ kind }) => kind.type).map(([type, number]) => ({ type, count: number })),
    projects: ofProjects.flatMap(([id, number]) => {
      const project = projects.get(id);
      return project === undefined ? [] : [{ id, uri: `projects/${id}`, label: project.full_name, count: number }];
    }),
    trackers: ofTrackers.flatMap(([id, number]) => {
      const head = headOf.get(id);
      if (head === undefined) return [];
      const { name: label, color, project } = head;
      return [{ id, uri: `trackers/${id}`, label, color_name: color, project: { id: project.id }, count: number }];
    }),
  };
}
