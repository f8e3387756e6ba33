// What branches, pull requests and commits are about an artifact, as far as the viewer may see them.
import type { Static } from 'typebox';
import { formatIso } from '../../../platform/texts/dates.ts';
import { publicUrl } from '../../../settings/index.ts';
import { listArtifactsByIds, parseValues, titleOf } from '../../artifacts/index.ts';
import type { Artifacts } from '../../artifacts/index.ts';
import type { Database, Reader } from '../../../platform/database/index.ts';
import type { Viewer } from '../../projects/index.ts';
import {
  listReadableRepositories,
  listReferringCommits,
  listCommitsByIds,
  findOpen,
  mayRead,
  mayWriteBranch,
  nameBranch,
  pageOf,
  viewReference,
} from '../../source-control/index.ts';
import type { CodeAccess, Repository } from '../../source-control/index.ts';
import { mayField, writtenReferences } from '../../trackers/index.ts';
import type { Definition } from '../../trackers/index.ts';
import * as store from '../pull-requests.store.ts';
import type { ArtifactCode } from './artifact-code.schema.ts';

interface Needs {
  database: Database;
  artifacts: Artifacts;
  code: CodeAccess;
}

type Shown = Static<typeof ArtifactCode>;

export interface ArtifactCodeService {
  /** Throws as Artifacts.read. */
  show(viewer: Viewer, artifactId: number): Promise<Shown>;
}

/** Of each kind that are shown. */
const shownMax = 50;
/** Of each kind that are looked through. */
const foundMax = 200;

interface Target {
  id: number;
  itemName: string;
  projectId: number;
}

export function createArtifactCode({ database, artifacts, code }: Needs): ArtifactCodeService {
  const db = database.read;
  return {
    async show(viewer, id) {
      const { tracker } = await artifacts.read(viewer, id);
      const [row] = await listArtifactsByIds(db, [id]);
      const isReadable = (field: Definition['fields'][number]): boolean => mayField(viewer, tracker, field, 'read');
      const title = row === undefined ? undefined : titleOf(tracker, parseValues(row), isReadable);
      const target: Target = { id, itemName: tracker.itemName, projectId: tracker.project.id };
      const repositories = createRepositories(db, code, viewer);
      const branches = await findBranches(db, code, target, repositories);
      const pulls = await findPulls(db, target, branches, repositories);
      const own = await code.listOf(viewer, tracker.project.id, foundMax);
      const name = nameBranch(tracker.itemName, id, title ?? '');
      return {
        branches: branches.slice(0, shownMax).map((one) => ({ name: one.name, repository: placeOf(one.repository) })),
        pull_requests: pulls.slice(0, shownMax).map(({ row, repository }) => ({
          id: row.id,
          title: row.title,
          status: row.status,
          branch_src: row.branch_src,
          branch_dest: row.branch_dest,
          repository: placeOf(repository),
        })),
        commits: await findCommits(database, viewer, target),
        suggested_branch: name,
        repositories: own
          .filter((one) => one.default_branch !== null && mayWriteBranch(viewer, one, name))
          .slice(0, shownMax)
          .map((one) => ({
            ...placeOf(one),
            default_branch: one.default_branch ?? '',
            clone_http_url: viewer.site.settings.git_http_url
              ? `${publicUrl(viewer.site.settings)}${pageOf(one)}.git`
              : '',
          })),
      };
    },
  };
}

const placeOf = ({ id, name, project }: Repository): Shown['branches'][number]['repository'] => ({
  id,
  name,
  project: project.unix_name,
});

/** Each repository that the viewer may read, read once. */
function createRepositories(db: Reader, code: CodeAccess, viewer: Viewer) {
  const known = new Map<number, Repository | undefined>();
  return async (id: number): Promise<Repository | undefined> => {
    if (!known.has(id)) {
      const repository = await code.find(db, id);
      known.set(id, repository !== undefined && mayRead(viewer, repository) ? repository : undefined);
    }
    return known.get(id);
  };
}

type FindRepository = ReturnType<typeof createRepositories>;
interface Branch {
  name: string;
  repository: Repository;
}

const isMeant = (keyword: string, target: Target, projectId: number): boolean =>
  writtenReferences.isKeywordOf(keyword, { itemName: target.itemName, projectId: target.projectId }, projectId);

async function findBranches(db: Reader, code: CodeAccess, target: Target, find: FindRepository): Promise<Branch[]> {
  const found = new Map<string, Branch>();
  for (const { repository_id: id, name, keyword } of await code.listReferringBranches(db, target.id, foundMax)) {
    const repository = await find(id);
    if (repository !== undefined && isMeant(keyword, target, repository.project_id))
      found.set(`${id} ${name}`, { name, repository });
  }
  return [...found.values()];
}

async function findPulls(db: Reader, target: Target, branches: readonly Branch[], find: FindRepository) {
  const found = new Map<number, { row: store.PullRequestRow; repository: Repository }>();
  for (const { keyword, ...row } of await store.listReferring(db, target.id, foundMax)) {
    const repository = await find(row.repository_id);
    if (repository !== undefined && isMeant(keyword, target, repository.project_id))
      found.set(row.id, { row, repository });
  }
  for (const [repository, own] of Map.groupBy(branches, (one) => one.repository)) {
    const names = own.map(({ name }) => name);
    for (const row of await store.listOfBranches(db, repository.id, names, foundMax))
      found.set(row.id, { row, repository });
  }
  return [...found.values()].sort((a, b) => b.row.id - a.row.id);
}

async function findCommits(database: Database, viewer: Viewer, target: Target): Promise<Shown['commits']> {
  const db = database.read;
  const referring = (await listReferringCommits(db, [target.id], foundMax)).filter((one) =>
    isMeant(one.keyword, target, one.project_id),
  );
  const isOpen = await findOpen(db, { git: listReadableRepositories(database) }, viewer, referring);
  const ids = [...new Set(referring.filter(isOpen).map(({ id }) => id))].slice(0, shownMax);
  const commits = new Map((await listCommitsByIds(db, ids)).map((one) => [one.id, one]));
  const baseUrl = publicUrl(viewer.site.settings);
  return ids.flatMap((id) => {
    const commit = commits.get(id);
    if (commit === undefined) return [];
    return {
      ...viewReference(commit, baseUrl),
      title: commit.message.split('\n', 1)[0] ?? '',
      author_name: commit.author_name,
      date: formatIso(commit.committed_at_ms),
    };
  });
}
