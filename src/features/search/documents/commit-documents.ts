// Commits as documents: their messages, and their revisions as names.
import type { Reader } from '../../../platform/database/index.ts';
import { foldText } from '../../../platform/texts/fold-text.ts';
import { isSliceOver, mapInSlices, yieldSlice } from '../../../platform/concurrency/time-slices.ts';
import { publicUrl } from '../../../settings/index.ts';
import { projectRecords, projectViews } from '../../projects/index.ts';
import type { ProjectRow, Viewer } from '../../projects/index.ts';
import { commitIdOf, findOpen, listCommitIds, listCommitsByIds, viewReference } from '../../source-control/index.ts';
import type { CommitRow, ReadableRepositories } from '../../source-control/index.ts';
import type { DocumentKind, FindMarks, FoundDocument, KnownDocument, Passage, SearchScope } from './document-kinds.ts';
import { labelOfProject, labelOfTracker } from './documents.ts';
import { cropText } from '../words/snippet.ts';
import { bareText } from '../words/words.ts';

interface CommitPassage extends Passage {
  commit: CommitRow;
}

const weights = { message: 2, revision: 3 };

/** As many characters of a hash as Git shows. */
const hashBeginningMin = 7;

interface Deps {
  db: Reader;
  readable: ReadableRepositories;
}

export const createCommitDocuments = ({ db, readable }: Deps): DocumentKind<CommitPassage> => ({
  number: 1,
  type: 'commit',
  documentOf: commitIdOf,
  listIds: listCommitIds,
  async *readIndexed(reader, ids) {
    for (const { id, project_id: projectId, message, revision } of await listCommitsByIds(reader, ids)) {
      if (isSliceOver()) await yieldSlice();
      yield { id, labels: [labelOfProject(projectId)], texts: [foldText(message), foldText(revision)] };
    }
  },
  async findLabels(_viewer, { projectId, trackerId }) {
    // No commit is in a tracker.
    if (trackerId !== undefined) return [labelOfTracker(trackerId)];
    return projectId === undefined ? undefined : [labelOfProject(projectId)];
  },
  readKnown: (viewer, ids, scope) => readKnown({ db, readable }, viewer, ids, scope),
  shorten: (passage) => passage,
  view: (viewer, documents, findMarks) => view(db, viewer, documents, findMarks),
});

async function* readKnown(
  { db, readable }: Deps,
  viewer: Viewer,
  ids: readonly number[],
  { projectId, trackerId }: SearchScope,
): AsyncGenerator<KnownDocument<CommitPassage>[], void> {
  if (trackerId !== undefined) return;
  const commits = await listCommitsByIds(db, ids);
  const isOpen = await findOpen(db, readable, viewer, commits);
  const known = commits.filter(
    (commit) => commit.is_lost === 0 && isOpen(commit) && (projectId === undefined || commit.project_id === projectId),
  );
  yield await mapInSlices(known, (commit) => ({
    id: commit.id,
    projectId: commit.project_id,
    trackerId: null,
    passages: [
      { text: bareText(foldText(commit.message)), weight: weights.message, commit },
      { text: bareText(foldText(commit.revision)), weight: weights.revision, beginningMin: hashBeginningMin, commit },
    ],
  }));
}

async function view(
  db: Reader,
  viewer: Viewer,
  documents: readonly FoundDocument<CommitPassage>[],
  findMarks: FindMarks,
) {
  const projectIds = new Set(documents.map(({ projectId }) => projectId));
  const projects = new Map(
    (await projectRecords.listProjectsByIds(db, [...projectIds])).map((project) => [project.id, project]),
  );
  const baseUrl = publicUrl(viewer.site.settings);
  const views = new Map<number, Awaited<ReturnType<typeof viewEntry>>>();
  for (const { id, projectId, best } of documents) {
    const project = projects.get(projectId);
    if (project !== undefined) views.set(id, await viewEntry(best.commit, project, baseUrl, findMarks));
  }
  return views;
}

async function viewEntry(commit: CommitRow, project: ProjectRow, baseUrl: string, findMarks: FindMarks) {
  const { ref, url } = viewReference(commit, baseUrl);
  return {
    xref: ref,
    html_url: url,
    title: /^\s*([^\r\n]{0,200})/.exec(commit.message)?.[1] ?? '',
    color_name: '',
    tracker_icon: '',
    type: 'commit',
    per_type_id: commit.id,
    icon_name: 'fa-solid fa-code-commit',
    small_icon: null,
    icon: null,
    project: projectViews.viewMinimalProject(project),
    quick_links: [],
    cropped_content: commit.message === '' ? null : await cropText(commit.message, findMarks),
    badges: [],
  };
}
