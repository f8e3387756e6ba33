// Branches and tags that are made and deleted over REST, under the rights of a push.
import type { Database } from '../../../platform/database/index.ts';
import { conflict, DomainError, forbidden, invalid, notFound } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Said } from '../../../platform/texts/said.ts';
import { requireUser } from '../../people/index.ts';
import { requireLivingProject } from '../../projects/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { deletionFor, mayDelete, refRulesFor, ruleOf } from '../repositories/git.access.ts';
import type { Repository } from '../repositories/git.access.ts';
import {
  branchPrefix,
  findConfusion,
  fitsFiles,
  isRefName,
  isRefusal,
  tagPrefix,
} from '../repositories/git-objects.ts';
import type { Commit } from '../repositories/git-objects.ts';
import type { GitProgram } from '../repositories/git-program.ts';
import { findRepositoryById, noRepository } from '../repositories/git-repositories.service.ts';
import type { GitRepositories } from '../repositories/git-repositories.service.ts';
import * as store from '../repositories/git.store.ts';
import type { GitPushes } from '../transfers/git-pushes.service.ts';
import { findNamedCommit } from './named-commits.ts';

interface Needs {
  database: Database;
  git: GitProgram;
  repositories: GitRepositories;
  pushes: GitPushes;
}

export interface WantedRef {
  kind: 'branch' | 'tag';
  name: string;
  reference: string;
}

interface MadeRef {
  repository: Repository;
  commit: Commit;
  mayDelete: boolean;
}

/** What is said of each kind, where it can not be made. */
const refusals = {
  branch: {
    prefix: branchPrefix,
    part: 'branch_name',
    misnamed: (name: string, reason: Said) => says('git.branch-name')`"${name}" is not a valid branch name: ${reason}`,
    closed: (name: string) => says('git.branch-closed')`you don't have permission to push to the branch "${name}"`,
    taken: (name: string) =>
      says('git.branch-there')`the repository already has a branch "${name}", or one whose name conflicts with it`,
  },
  tag: {
    prefix: tagPrefix,
    part: 'tag_name',
    misnamed: (name: string, reason: Said) => says('git.tag-name')`"${name}" is not a valid tag name: ${reason}`,
    closed: (name: string) => says('git.tag-closed')`you don't have permission to create the tag "${name}"`,
    taken: (name: string) =>
      says('git.tag-there')`the repository already has a tag "${name}", or one whose name conflicts with it`,
  },
} as const;

function findFault(name: string): Said | undefined {
  if (!isRefName(name))
    return says(
      'git.branch-shape',
    )`use letters, digits, "-", "_" and "." with "/" between them; see git-check-ref-format(1)`;
  if (!fitsFiles(name)) return says('git.branch-long')`a part of it is too long`;
  return findConfusion(name);
}

/** As findNamedCommit, but throws invalid where it throws notFound. */
async function findStart(needs: Needs, repository: Repository, reference: string): Promise<Commit> {
  try {
    return await findNamedCommit(needs, repository, reference);
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind !== 'not-found') throw error;
    throw invalid(error.sentence, 'reference');
  }
}

/** See GitContents. */
export async function deleteRef(
  { git, database, repositories, pushes }: Needs,
  viewer: Viewer,
  id: number,
  ref: string,
  expected?: string,
): Promise<void> {
  const user = requireUser(viewer);
  const repository = await repositories.read(viewer, id);
  const requireRight = (now: Repository | undefined): void => {
    if (now === undefined) throw noRepository();
    requireLivingProject(now.project);
    if (!mayDelete(refRulesFor(viewer, now), ref))
      throw forbidden(says('git.no-delete')`you don't have permission to delete it`);
    if (ref === branchPrefix + (now.default_branch ?? ''))
      throw invalid(says('git.default-stays')`is the default branch; choose another default branch first`, 'name');
  };
  requireRight(repository);
  const known = await store.findRef(database.read, id, ref);
  if (known === undefined) throw notFound(says('git.no-branch-or-tag')`this branch or tag does not exist`);
  const moved = conflict(says('git.moved')`it was updated just now; reload and try again`);
  if (expected !== undefined && known.hash !== expected) throw moved;
  const announcement = await pushes.announce(repository, async (tx) => requireRight(await findRepositoryById(tx, id)));
  try {
    const variables = pushes.identify(user);
    await git.runIn(repository, ['update-ref', '-d', ref, known.hash], { variables });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw moved;
  } finally {
    await pushes.record(id);
    await announcement.withdraw();
  }
}

/** Throws as GitContents.createBranch. */
export async function createRef(
  needs: Needs,
  viewer: Viewer,
  id: number,
  { kind, name, reference }: WantedRef,
): Promise<MadeRef> {
  const { git, database, repositories, pushes } = needs;
  const user = requireUser(viewer);
  const repository = await repositories.read(viewer, id);
  const { prefix, part, ...say } = refusals[kind];
  const ref = prefix + name;
  const requireRight = (now: Repository | undefined): void => {
    if (now === undefined) throw noRepository();
    requireLivingProject(now.project);
    if (ruleOf(refRulesFor(viewer, now), ref)?.mayWrite !== true) throw forbidden(say.closed(name));
  };
  requireRight(repository);
  const fault = findFault(name);
  if (fault !== undefined) throw invalid(say.misnamed(name, fault), part);
  const taken = invalid(say.taken(name), part);
  if ((await store.findRef(database.read, id, ref)) !== undefined) throw taken;
  const commit = await findStart(needs, repository, reference);
  const announcement = await pushes.announce(repository, async (tx) => requireRight(await findRepositoryById(tx, id)));
  try {
    const nothing = '0'.repeat(commit.hash.length);
    await git.runIn(repository, ['update-ref', ref, commit.hash, nothing], { variables: pushes.identify(user) });
  } catch (error) {
    throw isRefusal(error) ? taken : error;
  } finally {
    await pushes.record(id);
    await announcement.withdraw();
  }
  return { repository, commit, mayDelete: deletionFor(viewer, repository)(ref) };
}
