// The commits that references name.
import type { Database } from '../../../platform/database/index.ts';
import { notFound } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Repository } from '../repositories/git.access.ts';
import { listUnreachable } from '../repositories/git-losses.ts';
import * as objects from '../repositories/git-objects.ts';
import type { Commit } from '../repositories/git-objects.ts';
import { branchPrefix, isRefName, tagPrefix } from '../repositories/git-objects.ts';
import type { GitProgram } from '../repositories/git-program.ts';
import * as store from '../repositories/git.store.ts';

export interface FindingNeeds {
  database: Database;
  git: GitProgram;
}

/** Branches before tags before hashes, as people mean them. Throws notFound for what no branch or tag leads to. */
export async function findNamedCommit(
  { git, database }: FindingNeeds,
  repository: Repository,
  reference: string,
): Promise<Commit> {
  const missing = notFound(says('git.no-reference')`there is no branch, tag or commit "${reference}"`);
  const isHexadecimal = /^[0-9a-f]{7,64}$/.test(reference);
  if (!isRefName(reference)) throw missing;
  const names = reference.startsWith('refs/') ? [reference] : [branchPrefix + reference, tagPrefix + reference];
  const refs = await Promise.all(names.map((name) => store.findRef(database.read, repository.id, name)));
  const ref = refs.find((row) => row !== undefined);
  // What nothing was pushed to holds nothing.
  if (ref === undefined && (!isHexadecimal || repository.default_branch === null)) throw missing;
  const name = ref?.hash ?? reference;
  const read = async (): Promise<Commit> => {
    const commit = (await objects.readCommits(git, repository, [name])).get(name);
    if (commit === undefined) throw missing;
    return commit;
  };
  // What a ref leads to is there.
  if (ref !== undefined) return git.cached.commits.get(`${repository.folder} ${name}`, read);
  const listLost = (hash: string): Promise<string[]> => listUnreachable({ database, git }, repository, [hash]);
  const [commit, lost] = await Promise.all([read(), objects.isHash(name) ? listLost(name) : undefined]);
  // Of a tag's own hash counts what it leads to.
  if ((commit.hash === name ? lost : await listLost(commit.hash))?.length !== 0) throw missing;
  return commit;
}
