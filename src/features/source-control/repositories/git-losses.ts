// What no branch or tag leads to any more, because one was deleted or moved back: it is as if it had never been pushed, but for
// who finds it again by another branch or tag.
import type { Database, Writer } from '../../../platform/database/index.ts';
import type { Commits } from '../commits/commits.service.ts';
import type { RepositoryKey } from '../commits/commits.store.ts';
import { listLostCommits, listLostObjects, listNewCommits, readFacts, tagPrefix } from './git-objects.ts';
import type { GitProgram } from './git-program.ts';
import * as store from './git.store.ts';
import type { RefRow, RepositoryRow } from './git.store.ts';

/** Of one look at a repository; older ones stay as they are. */
const commitsMax = 100_000;

interface Losses {
  lost: readonly string[];
  found: readonly string[];
  /** What refs named that were moved or deleted, where that led to something lost, or may have: a tag is an object of its own. */
  tips: readonly string[];
  /** What git has removed from the disk. */
  removedTips: readonly string[];
}

interface Needs {
  database: Database;
  git: GitProgram;
  commits: Pick<Commits, 'markLost'>;
}

const keyOf = ({ project_id: projectId, name }: RepositoryRow): RepositoryKey => ({ projectId, kind: 'git', name });

/** What the moves of refs lost and found again: `known` are all refs before, `moved` what they are now, `gone` what they were. */
export async function findLosses(
  { database, git }: Needs,
  repository: RepositoryRow,
  { moved, gone, known }: { moved: readonly RefRow[]; gone: readonly RefRow[]; known: readonly RefRow[] },
): Promise<Losses> {
  const isMoved = new Set(moved.map(({ name }) => name));
  const left = [...gone, ...known.filter(({ name }) => isMoved.has(name))];
  const hashes = [...new Set(left.map(({ hash }) => hash))];
  const lost = await listLostCommits(git, repository, hashes, commitsMax);
  const isLost = new Set([...lost, ...left.filter(({ name }) => name.startsWith(tagPrefix)).map(({ hash }) => hash)]);
  const formerTips = await store.listLostTips(database.read, repository.id);
  const facts = await readFacts(git, repository, formerTips);
  const finds = formerTips.length > 0 ? moved.map(({ hash }) => hash) : [];
  const without = known.map(({ hash }) => hash);
  return {
    lost,
    found: await listNewCommits(git, repository, { from: finds, without, max: commitsMax }),
    tips: hashes.filter((hash) => isLost.has(hash)),
    removedTips: formerTips.filter((_hash, index) => facts[index] === undefined),
  };
}

/** To be called in the transaction that records the moves. */
export async function saveLosses(
  { commits }: Needs,
  tx: Writer,
  repository: RepositoryRow,
  { lost, found, tips, removedTips }: Losses,
): Promise<void> {
  await commits.markLost(tx, keyOf(repository), lost, true);
  await commits.markLost(tx, keyOf(repository), found, false);
  await store.deleteLostTips(tx, repository.id, removedTips);
  await store.saveLostTips(tx, repository.id, tips);
}

/** Which of these hashes of any objects lead to nothing that a ref leads to, as far as the repository has them. */
export async function listUnreachable(
  { database, git }: Pick<Needs, 'database' | 'git'>,
  repository: Pick<RepositoryRow, 'id' | 'folder'>,
  hashes: readonly string[],
): Promise<string[]> {
  const tips = await store.listKnownTips(database.read, repository.id, hashes);
  const others = hashes.filter((hash) => !tips.has(hash));
  const facts = await readFacts(git, repository, others);
  const typed = (...types: readonly string[]): string[] =>
    others.filter((_hash, index) => types.includes(facts[index]?.type ?? ''));
  const commits = typed('commit');
  const isLost = new Set(await listLostCommits(git, repository, commits, commitsMax));
  const objects = typed('tag', 'tree', 'blob');
  const lostTips = objects.length === 0 ? [] : await store.listLostTips(database.read, repository.id);
  if (lostTips.length > 0) for (const hash of await listLostObjects(git, repository, lostTips)) isLost.add(hash);
  return others.filter((hash) => isLost.has(hash));
}
