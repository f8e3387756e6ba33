// Brings objects from one repository of this server into another.
import { join } from 'node:path';
import type { GitProgram } from './git-program.ts';
import type { RepositoryRow } from './git.store.ts';

/** Time in which a repository is copied. */
const copyMaxMs = 600_000;

/** What git runs in the other repository, which gets no settings of ours by its environment. */
const serving = 'git -c safe.directory=* -c uploadpack.allowAnySHA1InWant=true upload-pack';

/** git starts no tidying meanwhile, and fetched objects are on the disk before anything names them. */
const settings = ['gc.auto=0', 'maintenance.auto=false'].flatMap((text) => ['-c', text]);

/** `what` are hashes, or refs with where they go, as git-fetch(1) takes them. Throws unavailable where it takes too long. */
export async function fetchFrom(
  git: GitProgram,
  into: Pick<RepositoryRow, 'folder'>,
  {
    from,
    what,
    variables = {},
  }: { from: Pick<RepositoryRow, 'folder'>; what: readonly string[]; variables?: Readonly<Record<string, string>> },
): Promise<void> {
  const words = [
    'fetch',
    '--quiet',
    '--no-tags',
    '--no-write-fetch-head',
    '--update-head-ok',
    `--upload-pack=${serving}`,
  ];
  await git.runIn(into, [...settings, ...words, '--', join(git.folder, from.folder), ...what], {
    variables,
    timeoutMs: copyMaxMs,
  });
}
