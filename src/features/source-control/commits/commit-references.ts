// Commits as artifacts show them: those whose messages refer to the artifact, in repositories that the viewer may read.
import type { Reader } from '../../../platform/database/index.ts';
import { publicUrl } from '../../../settings/index.ts';
import type { ListExternalReferences } from '../../artifacts/index.ts';
import { projectRecords, projectServices, refuseProject } from '../../projects/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { writtenReferences } from '../../trackers/index.ts';
import { listReferringCommits } from './commits.store.ts';
import type { ReferringCommit } from './commits.store.ts';
import type { RepositoryKind } from './commits.tables.ts';
import { serviceOf } from './services.ts';

/**
 * Names of those of a project's repositories that a viewer who may enter the project may read. It may depend on who the
 * viewer is by their rights class alone, and changes with the site's version.
 */
export type ListReadable = (viewer: Viewer, projectId: number, names: readonly string[]) => Promise<Iterable<string>>;

/** So many of the newest commits count for each artifact. */
const perArtifact = 1000;

type NamedCommit = Pick<ReferringCommit, 'kind' | 'repository' | 'revision'>;

const commitName = ({ kind, repository, revision }: NamedCommit): string =>
  `${repository}/${kind === 'svn' ? revision.slice(1) : revision}`;

/** How a text would refer to the commit: `git #web/1f2e…`, `svn #web/12`, `cvs #web/…`. */
export const commitReference = (commit: NamedCommit): string => `${commit.kind} #${commitName(commit)}`;

/** Repositories of a kind that it does not name are everybody's who may enter the project. */
export type ReadableRepositories = Partial<Record<RepositoryKind, ListReadable>>;

export function createCommitReferences(readable: ReadableRepositories): ListExternalReferences {
  return async (db, viewer, artifacts) => {
    const commits = await listReferringCommits(
      db,
      artifacts.map(({ id }) => id),
      perArtifact,
    );
    const trackers = new Map(artifacts.map(({ id, tracker }) => [id, tracker]));
    const meant = commits.filter(({ keyword, target_id: targetId, project_id: projectId }) => {
      const tracker = trackers.get(targetId);
      if (tracker === undefined) return false;
      return writtenReferences.isKeywordOf(
        keyword,
        { itemName: tracker.itemName, projectId: tracker.project.id },
        projectId,
      );
    });
    const isOpen = await findOpen(db, readable, viewer, meant);
    const baseUrl = publicUrl(viewer.site.settings);
    const found = new Map<number, Map<number, ReturnType<typeof viewReference>>>();
    for (const commit of meant.filter(isOpen)) {
      const ofArtifact = found.get(commit.target_id) ?? new Map<number, ReturnType<typeof viewReference>>();
      found.set(commit.target_id, ofArtifact);
      ofArtifact.set(commit.id, viewReference(commit, baseUrl));
    }
    return {
      byArtifact: new Map([...found].map(([id, ofArtifact]) => [id, [...ofArtifact.values()]])),
      isFromElsewhere: meant.some((commit) => trackers.get(commit.target_id)?.project.id !== commit.project_id),
    };
  };
}

/** As texts refer to the commit, and where such a reference leads. */
export function viewReference(
  commit: NamedCommit & Pick<ReferringCommit, 'project_id'>,
  baseUrl: string,
): { ref: string; url: string } {
  const value = commitName(commit);
  return {
    ref: `${commit.kind} #${value}`,
    url: writtenReferences.referenceUrl(commit.kind, value, commit.project_id, baseUrl),
  };
}

type PlacedCommit = Pick<ReferringCommit, 'project_id' | 'kind' | 'repository'>;

/** Tells of which commits the viewer may read the repository. */
export async function findOpen(
  db: Reader,
  readable: ReadableRepositories,
  viewer: Viewer,
  commits: readonly PlacedCommit[],
): Promise<(commit: PlacedCommit) => boolean> {
  const projects = await projectRecords.listProjectsByIds(db, [...new Set(commits.map((commit) => commit.project_id))]);
  const entered = new Set(
    projects.filter((project) => refuseProject(viewer, project) === undefined).map(({ id }) => id),
  );
  const open = new Set<string>();
  const keyOf = (commit: Pick<ReferringCommit, 'project_id' | 'kind'>, name: string): string =>
    `${commit.project_id} ${commit.kind} ${name}`;
  for (const [, [first, ...others]] of Map.groupBy(commits, (commit) => keyOf(commit, ''))) {
    if (first === undefined || !entered.has(first.project_id)) continue;
    const service = serviceOf[first.kind];
    if (service !== undefined && (await projectServices.isServiceOff(db, first.project_id, service))) continue;
    const names = [...new Set([first, ...others].map(({ repository }) => repository))];
    const list = readable[first.kind];
    for (const name of list === undefined ? names : await list(viewer, first.project_id, names))
      open.add(keyOf(first, name));
  }
  return (commit) => open.has(keyOf(commit, commit.repository));
}
