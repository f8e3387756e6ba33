// Artifacts as documents: values of text fields, names and texts of attachments, comments.
import type { Reader } from '../../platform/database/index.ts';
import { foldText } from '../../platform/fold-text.ts';
import { createVersionedCache } from '../../platform/versioned-cache.ts';
import {
  findVisible,
  listArtifactsByIds,
  listTexts,
  listVisibilityRows,
  loadSources,
  parseValues,
  selectReadable,
  statusOf,
  titleOf,
} from '../artifacts/index.ts';
import type { ArtifactRow, Artifacts, TextPlace } from '../artifacts/index.ts';
import { lastSystemProjectId, refuseProject, viewMinimalProject } from '../projects/index.ts';
import type { Projects, Viewer } from '../projects/index.ts';
import { fieldTypeOf, mayField } from '../trackers/index.ts';
import type { Definition, Trackers } from '../trackers/index.ts';
import type { DocumentKind, FindMarks, FoundDocument, KnownDocument, Passage, SearchScope } from './document-kinds.ts';
import { labelOfProject, labelOfTracker } from './documents.ts';
import * as store from './search.store.ts';
import { cropText } from './snippet.ts';
import { bareText, plainText } from './words.ts';

interface ArtifactPassage extends Passage {
  place: TextPlace | { kind: 'content'; source: string };
  tracker: Definition;
}

type Found = FoundDocument<ArtifactPassage>;
type Known = KnownDocument<ArtifactPassage>;

const weights = { title: 8, field: 3, file: 3, comment: 2, content: 1 };

/** With more trackers, what is in them is looked at one by one. */
const labelsMax = 64;

interface Deps {
  projects: Projects;
  trackers: Trackers;
  artifacts: Pick<Artifacts, 'reading'>;
}

export function createArtifactDocuments(deps: Deps): DocumentKind<ArtifactPassage> {
  const { db } = deps.artifacts.reading;
  const visibleTrackers = createVersionedCache<string, readonly number[]>(1000);
  return {
    number: 0,
    type: 'artifact',
    documentOf: ({ artifactId }) => artifactId ?? undefined,
    listIds: store.listArtifactIds,
    readIndexed,
    async findLabels(viewer, { projectId, trackerId }) {
      if (trackerId !== undefined) return [labelOfTracker(trackerId)];
      if (projectId !== undefined) return [labelOfProject(projectId)];
      if (viewer.isSuperUser) return undefined;
      const key = `${viewer.user?.id ?? 0} ${viewer.rightsClass}`;
      const ids = await visibleTrackers.get(key, viewer.site.version, () => listVisibleTrackers(deps, viewer));
      return ids.length > labelsMax ? undefined : ids.map(labelOfTracker);
    },
    readKnown: (viewer, ids, scope) => readKnown(deps, viewer, ids, scope),
    readMore: (documents) => readContents(db, documents),
    view: (viewer, documents, findMarks) => view(db, viewer, documents, findMarks),
  };
}

async function readIndexed(db: Reader, ids: readonly number[]) {
  const [rows, texts, contents] = await Promise.all([
    store.listPlaces(db, ids),
    listTexts(db, ids),
    store.listFileTexts(db, ids),
  ]);
  const textsOf = new Map(ids.map((id): [number, string[]] => [id, []]));
  for (const { artifact_id, text } of texts) textsOf.get(artifact_id)?.push(text);
  for (const { artifact_id, text } of contents) textsOf.get(artifact_id ?? 0)?.push(foldText(text));
  return rows.map(({ id, tracker_id, project_id }) => ({
    id,
    labels: [labelOfTracker(tracker_id), labelOfProject(project_id)],
    texts: textsOf.get(id) ?? [],
  }));
}

/** Ids of the trackers whose artifacts the viewer may see some of. */
async function listVisibleTrackers({ projects, trackers, artifacts }: Deps, viewer: Viewer): Promise<number[]> {
  const open = (await projects.listAll()).filter(
    (project) => project.id > lastSystemProjectId && refuseProject(viewer, project) === undefined,
  );
  const ids = await store.listTrackerIds(
    artifacts.reading.db,
    open.map(({ id }) => id),
  );
  return (await trackers.listHeads(viewer, open, ids)).map(({ id }) => id);
}

async function readKnown(
  { trackers, artifacts }: Deps,
  viewer: Viewer,
  ids: readonly number[],
  { projectId, trackerId }: SearchScope,
): Promise<Known[]> {
  const { db } = artifacts.reading;
  const rows = await listVisibilityRows(db, ids);
  const visible = await findVisible({ db, trackers }, viewer, rows);
  const trackerOf = new Map<number, Definition>();
  for (const row of rows) {
    const tracker = visible.definitions.get(row.tracker_id);
    if (tracker === undefined || !visible.ids.has(row.id)) continue;
    if (trackerId !== undefined && tracker.id !== trackerId) continue;
    if (projectId === undefined || tracker.project.id === projectId) trackerOf.set(row.id, tracker);
  }
  const texts = await listTexts(db, [...trackerOf.keys()]);
  const selectors = new Map(
    [...new Set(trackerOf.values())].map((tracker) => [tracker, selectReadable(viewer, tracker)] as const),
  );
  const passages = new Map<number, ArtifactPassage[]>();
  for (const row of texts) {
    const tracker = trackerOf.get(row.artifact_id);
    const readable = tracker === undefined ? undefined : selectors.get(tracker)?.(row);
    if (tracker === undefined || readable === undefined) continue;
    const { place, text } = readable;
    const passage = { text: bareText(text), weight: weightOf(tracker, place), place, tracker };
    const known = passages.get(row.artifact_id);
    if (known === undefined) passages.set(row.artifact_id, [passage]);
    else known.push(passage);
  }
  return [...trackerOf].map(([id, tracker]) => ({
    id,
    projectId: tracker.project.id,
    trackerId: tracker.id,
    passages: passages.get(id) ?? [],
  }));
}

const weightOf = (tracker: Definition, place: TextPlace): number =>
  place.kind === 'field' && place.fieldId === tracker.semantics.title?.field_id ? weights.title : weights[place.kind];

/** What is in the attachments whose names the viewer may read. */
async function readContents(db: Reader, documents: readonly Known[]): Promise<Map<number, ArtifactPassage[]>> {
  const readable = new Map(
    documents.flatMap(({ passages }) =>
      passages.flatMap(({ place, tracker }) => (place.kind === 'file' ? [[place.fileId, tracker] as const] : [])),
    ),
  );
  if (readable.size === 0) return new Map();
  const contents = await store.listFileTexts(
    db,
    documents.filter(({ passages }) => passages.some(({ place }) => place.kind === 'file')).map(({ id }) => id),
  );
  const more = contents.flatMap(({ artifact_id, file_id, text }): { id: number; passage: ArtifactPassage }[] => {
    const tracker = readable.get(file_id);
    if (tracker === undefined || artifact_id === null) return [];
    return [
      {
        id: artifact_id,
        passage: {
          text: bareText(foldText(text)),
          weight: weights.content,
          place: { kind: 'content', source: text },
          tracker,
        },
      },
    ];
  });
  return new Map(
    [...Map.groupBy(more, ({ id }) => id)].map(([id, found]) => [id, found.map(({ passage }) => passage)]),
  );
}

async function view(db: Reader, viewer: Viewer, documents: readonly Found[], findMarks: FindMarks) {
  const rows = new Map(
    (
      await listArtifactsByIds(
        db,
        documents.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  );
  const comments = await loadSources(
    db,
    viewer,
    documents.flatMap(({ best: { place, tracker } }) =>
      place.kind === 'comment' ? [{ tracker, changesetId: place.changesetId }] : [],
    ),
  );
  return new Map(
    documents.flatMap((document) => {
      const row = rows.get(document.id);
      if (row === undefined) return [];
      const content = cropText(plainText(sourceOf(document.best, row, comments)), findMarks);
      return [[document.id, viewEntry(viewer, row, document.best.tracker, content)] as const];
    }),
  );
}

/** The text of a passage as it was written; what no longer is there, as it was found. */
function sourceOf({ place, text, tracker }: ArtifactPassage, row: ArtifactRow, comments: ReadonlyMap<number, string>) {
  if (place.kind === 'comment') return comments.get(place.changesetId) ?? '';
  if (place.kind === 'content') return place.source;
  if (place.kind === 'file') return text;
  const field = tracker.fieldById.get(place.fieldId);
  const stored = parseValues(row)[place.fieldId];
  return field === undefined || stored === undefined ? '' : (fieldTypeOf(field.type).searchText(stored) ?? '');
}

function viewEntry(viewer: Viewer, row: ArtifactRow, tracker: Definition, content: string) {
  const values = parseValues(row);
  const isReadable = (field: Definition['fields'][number]): boolean => mayField(viewer, tracker, field, 'read');
  const status = statusOf(tracker, values, isReadable, () => undefined);
  return {
    xref: `${tracker.itemName} #${row.id}`,
    html_url: `/plugins/tracker/?aid=${row.id}`,
    title: titleOf(tracker, values, isReadable) ?? '',
    color_name: tracker.color,
    type: 'artifact',
    per_type_id: row.id,
    icon_name: 'fa-solid fa-tlp-tracker',
    small_icon: null,
    icon: null,
    project: viewMinimalProject(tracker.project),
    quick_links: [],
    cropped_content: content === '' ? null : content,
    badges: status.label === '' ? [] : [{ label: status.label, color: status.color }],
  };
}
