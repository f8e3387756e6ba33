// Commits in a few words, for lists of something else.
import type { Static } from 'typebox';
import type { Database } from '../../../platform/database/index.ts';
import { formatIso } from '../../../platform/texts/dates.ts';
import { publicUrl } from '../../../settings/index.ts';
import { viewMinimalUser } from '../../people/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { readAuthors } from '../contents/commit-authors.ts';
import type { Repository } from '../repositories/git.access.ts';
import { readCommits } from '../repositories/git-objects.ts';
import type { Commit } from '../repositories/git-objects.ts';
import type { GitProgram } from '../repositories/git-program.ts';
import type { ShortCommit } from './git-browsing.schema.ts';

/** Longer messages are not needed for their first lines. */
const titleMaxBytes = 1000;

/** What git has of them, which never changes. What is no commit is left out. */
export const readTitles = (
  git: GitProgram,
  repository: Repository,
  hashes: readonly string[],
): Promise<Map<string, Commit>> => readCommits(git, repository, hashes, titleMaxBytes);

/** By hash. */
export async function viewShortCommits(
  { database: { read: db } }: { database: Database },
  viewer: Viewer,
  commits: ReadonlyMap<string, Commit>,
): Promise<Map<string, Static<typeof ShortCommit>>> {
  const authorOf = await readAuthors(db, commits.values());
  const baseUrl = publicUrl(viewer.site.settings);
  return new Map(
    [...commits].map(([hash, commit]) => {
      const { author, message } = commit;
      const user = authorOf(commit);
      const shown = {
        id: hash,
        title: message.split('\n', 1)[0] ?? '',
        author_name: author.name,
        author_email: author.email,
        author: user === undefined ? null : viewMinimalUser(user, baseUrl),
        authored_date: formatIso(author.atMs),
      };
      return [hash, shown];
    }),
  );
}
