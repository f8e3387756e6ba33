// Artifacts as documents: values of text fields, names and texts of attachments, comments.
import type { Reader } from '../../../platform/database/index.ts';
import { foldText } from '../../../platform/texts/fold-text.ts';
import { isSliceOver, yieldSlice } from '../../../platform/concurrency/time-slices.ts';
import { createCache } from '../../../platform/cache/index.ts';
import {
  artifactRecords,
  artifactTexts,
  findVisible,
  listArtifactsByIds,
  parseValues,
  statusOf,
  titleOf,
} from '../../artifacts/index.ts';
import type { ArtifactRow, Artifacts, TextLocation } from '../../artifacts/index.ts';
import { projectRecords, projectViews, refuseProject } from '../../projects/index.ts';
import type { Projects, Viewer } from '../../projects/index.ts';
import { fieldTypeOf, mayField, trackerViews } from '../../trackers/index.ts';
import type { Definition, Trackers } from '../../trackers/index.ts';
import type {
  DocumentKind,
  FindMarks,
  FoundDocument,
  IndexedDocument,
  KnownDocument,
  Passage,
  SearchScope,
} from './document-kinds.ts';
import { labelOfProject, labelOfTracker } from './documents.ts';
import * as store from './search.store.ts';
import { cropText } from '../words/snippet.ts';
import { bareText, plainText } from '../words/words.ts';
import { withoutMarkdown } from '../../../platform/markup/index.ts';

interface ArtifactPassage extends Passage {
  place: TextLocation | { kind: 'content'; fileId: number };
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
  const visibleTrackers = createCache<string, readonly number[]>({
    name: 'visible_trackers',
    maxBytes: 1_048_576,
    sizeOf: (ids) => 8 * ids.length,
  });
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
      const ids = await visibleTrackers.load(key, viewer.site.version, () => listVisibleTrackers(deps, viewer));
      return ids.length > labelsMax ? undefined : ids.map(labelOfTracker);
    },
    readKnown: (viewer, ids, scope) => readKnown(deps, viewer, ids, scope),
    readMore: (document) => readContents(db, document),
    shorten: (passage) => (passage.place.kind === 'file' ? passage : { ...passage, text: '' }),
    view: (viewer, documents, findMarks) => view(db, viewer, documents, findMarks),
  };
}

async function* readIndexed(db: Reader, ids: readonly number[]): AsyncGenerator<IndexedDocument, void> {
  const places = new Map((await store.listPlaces(db, ids)).map((row) => [row.id, row]));
  for await (const part of artifactTexts.readTexts(db, ids)) {
    for (const [id, texts] of part) {
      const place = places.get(id);
      if (place === undefined) continue;
      const contents = await readFileTexts(db, id);
      yield {
        id,
        labels: [labelOfTracker(place.tracker_id), labelOfProject(place.project_id)],
        texts: [...texts.map(({ text }) => text), ...contents.map(({ text }) => text)],
      };
    }
  }
}

/** Of one artifact's attachments. */
const contentBytesMax = 1_000_000;

/** Texts of an artifact's attachments, folded; of more than a megabyte those of the newest are left out. */
async function readFileTexts(db: Reader, artifactId: number): Promise<{ fileId: number; text: string }[]> {
  let left = contentBytesMax;
  const texts: { fileId: number; text: string }[] = [];
  for (const { file_id: fileId, bytes } of await store.listFileTextHeads(db, [artifactId])) {
    left -= bytes;
    if (left < 0 && texts.length > 0) break;
    const text = await store.findFileText(db, fileId);
    if (isSliceOver()) await yieldSlice();
    texts.push({ fileId, text: foldText(text) });
  }
  return texts;
}

/** Ids of the trackers whose artifacts the viewer may see some of. */
async function listVisibleTrackers({ projects, trackers, artifacts }: Deps, viewer: Viewer): Promise<number[]> {
  const open = (await projects.listAll()).filter(
    (project) => project.id > projectRecords.lastSystemProjectId && refuseProject(viewer, project) === undefined,
  );
  const ids = await store.listTrackerIds(
    artifacts.reading.db,
    open.map(({ id }) => id),
  );
  return (await trackers.listHeads(viewer, open, ids)).map(({ id }) => id);
}

async function* readKnown(
  { trackers, artifacts }: Deps,
  viewer: Viewer,
  ids: readonly number[],
  { projectId, trackerId }: SearchScope,
): AsyncGenerator<Known[], void> {
  const { db } = artifacts.reading;
  const rows = await artifactRecords.listVisibilityRows(db, ids);
  const visible = await findVisible({ db, trackers }, viewer, rows);
  const trackerOf = new Map<number, Definition>();
  for (const row of rows) {
    const tracker = visible.definitions.get(row.tracker_id);
    if (tracker === undefined || !visible.ids.has(row.id)) continue;
    if (trackerId !== undefined && tracker.id !== trackerId) continue;
    if (projectId === undefined || tracker.project.id === projectId) trackerOf.set(row.id, tracker);
  }
  const selectors = new Map(
    [...new Set(trackerOf.values())].map(
      (tracker) => [tracker, artifactTexts.selectReadable(viewer, tracker)] as const,
    ),
  );
  for await (const part of artifactTexts.readTexts(db, [...trackerOf.keys()])) {
    const known: Known[] = [];
    for (const [id, rows] of part) {
      const tracker = trackerOf.get(id);
      if (tracker === undefined) continue;
      const passages: ArtifactPassage[] = [];
      for (const row of rows) {
        if (isSliceOver()) await yieldSlice();
        const readable = selectors.get(tracker)?.(row);
        if (readable === undefined) continue;
        const { place, text } = readable;
        passages.push({ text: bareText(text), weight: weightOf(tracker, place), place, tracker });
      }
      known.push({ id, projectId: tracker.project.id, trackerId: tracker.id, passages });
    }
    yield known;
  }
}

const weightOf = (tracker: Definition, place: TextLocation): number =>
  place.kind === 'field' && place.fieldId === tracker.semantics.title?.field_id ? weights.title : weights[place.kind];

/** What is in the attachments whose names the viewer may read. */
async function readContents(db: Reader, { id, passages }: Known): Promise<ArtifactPassage[]> {
  const trackerOf = new Map(
    passages.flatMap(({ place, tracker }) => (place.kind === 'file' ? [[place.fileId, tracker] as const] : [])),
  );
  if (trackerOf.size === 0) return [];
  const contents = await readFileTexts(db, id);
  return contents.flatMap(({ fileId, text }): ArtifactPassage[] => {
    const tracker = trackerOf.get(fileId);
    if (tracker === undefined) return [];
    return [{ text: bareText(text), weight: weights.content, place: { kind: 'content', fileId }, tracker }];
  });
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
  const comments = await artifactTexts.loadSources(
    db,
    viewer,
    documents.flatMap(({ best: { place, tracker } }) =>
      place.kind === 'comment' ? [{ tracker, changesetId: place.changesetId }] : [],
    ),
  );
  const views = new Map<number, ReturnType<typeof viewEntry>>();
  for (const { id, best } of documents) {
    const row = rows.get(id);
    if (row === undefined) continue;
    const source = best.place.kind === 'content' ? await store.findFileText(db, best.place.fileId) : undefined;
    const text = source ?? withoutMarkdown(sourceOf(best, row, comments));
    const content = await cropText(plainText(text), findMarks);
    views.set(id, viewEntry(viewer, row, best.tracker, content));
  }
  return views;
}

/** The text of a passage as it was written; what no longer is there, as it was found. */
function sourceOf({ place, text, tracker }: ArtifactPassage, row: ArtifactRow, comments: ReadonlyMap<number, string>) {
  if (place.kind === 'comment') return comments.get(place.changesetId) ?? '';
  if (place.kind === 'content') return '';
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
    tracker_icon: trackerViews.iconOf(tracker),
    type: 'artifact',
    per_type_id: row.id,
    icon_name: 'fa-solid fa-tlp-tracker',
    small_icon: null,
    icon: null,
    project: projectViews.viewMinimalProject(tracker.project),
    quick_links: [],
    cropped_content: content === '' ? null : content,
    badges: status.label === '' ? [] : [{ label: status.label, color: status.color }],
  };
}
