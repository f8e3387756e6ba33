// Large files that a pull request brings from a fork: its readers get them with its commits. They count to the fork's project until
// a branch of the repository leads to them.
import type { Database, Writer } from '../../../platform/database/index.ts';
import { isHash } from '../repositories/git-objects.ts';
import type { GitProgram } from '../repositories/git-program.ts';
import type { RepositoryRow } from '../repositories/git.store.ts';
import type { RefMove } from '../transfers/git-pushes.service.ts';
import { pointerMaxBytes, readPointer } from './lfs-pointer.ts';
import * as store from './lfs.store.ts';

interface Needs {
  database: Database;
  git: GitProgram;
}

/** What one run of git reads of objects that are short enough for pointers. */
const objectsAtOnce = 5000;

/** Oids of large files that what `from` leads to has, and what `not` leads to has not; `not` are hashes or options of git-rev-list(1). */
async function listPointers(
  git: GitProgram,
  repository: RepositoryRow,
  from: readonly string[],
  not: readonly string[],
): Promise<string[]> {
  const filter = `--filter=combine:object:type=blob+blob:limit=${pointerMaxBytes + 1}`;
  const args = ['rev-list', '--ignore-missing', '--objects', '--no-object-names', filter, '--filter-provided-objects'];
  const input = `${from.join('\n')}\n`;
  const text = await git.runIn(repository, [...args, '--stdin', '--not', ...not], { input });
  const hashes = text.toString().split('\n').filter(isHash);
  const oids = new Set<string>();
  for (let start = 0; start < hashes.length; start += objectsAtOnce) {
    const some = hashes.slice(start, start + objectsAtOnce);
    const bytes = await git.runIn(repository, ['cat-file', '--batch'], { input: `${some.join('\n')}\n` });
    for (const content of cutBatch(bytes)) {
      const oid = readPointer(content)?.oid;
      if (oid !== undefined) oids.add(oid);
    }
  }
  return [...oids];
}

/** The contents that `git cat-file --batch` writes. */
function* cutBatch(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf(10, at);
    const size = /^[0-9a-f]+ [a-z]+ (\d+)$/.exec(bytes.toString('latin1', at, end))?.[1];
    at = end + 1;
    if (size === undefined) continue;
    yield bytes.subarray(at, at + Number(size));
    at += Number(size) + 1;
  }
}

/** Has the large files of a commit that came from a fork, but for those that branches and tags have. */
export async function bringObjects(
  { database, git }: Needs,
  repository: RepositoryRow,
  from: RepositoryRow,
  hash: string,
): Promise<void> {
  const oids = await listPointers(git, repository, [hash], ['--branches', '--tags']);
  if (oids.length > 0) await database.transact((tx) => store.bringObjects(tx, from.id, repository.id, oids));
}

/** Follows pushes: brought files that a branch or tag leads to are the repository's own. */
export const followBrought =
  ({ database, git }: Needs) =>
  async (repository: RepositoryRow, moves: readonly RefMove[]): Promise<(tx: Writer) => Promise<void>> => {
    const came = moves.filter(({ to }) => isHash(to) && !/^0+$/.test(to));
    if (came.length === 0 || !(await store.hasBrought(database.read, repository.id))) return async () => undefined;
    const before = moves.map(({ from }) => from).filter((hash) => isHash(hash) && !/^0+$/.test(hash));
    const oids = await listPointers(
      git,
      repository,
      came.map(({ to }) => to),
      before,
    );
    return (tx) => store.ownObjects(tx, repository.id, oids);
  };
