// Writes other content into files of a commit, where nothing is checked out.
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { conflict, invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { readBlob } from '../repositories/git-objects.ts';
import type { GitProgram } from '../repositories/git-program.ts';
import type { RepositoryRow } from '../repositories/git.store.ts';

/**
 * The tree of a commit, with what `changes` make of the files at their paths; what kind of files they are stays. Throws conflict for
 * what is no file there, and invalid where nothing changes.
 */
export async function rewriteFiles(
  git: GitProgram,
  repository: RepositoryRow,
  hash: string,
  changes: ReadonlyMap<string, (content: Buffer) => Buffer>,
): Promise<string> {
  const lines: string[] = [];
  for (const [path, change] of changes) {
    const variables = { GIT_LITERAL_PATHSPECS: '1' };
    const text = (await git.runIn(repository, ['ls-tree', '-z', hash, '--', path], { variables })).toString();
    const [, mode, blob] = /^(100\d{3}) blob ([0-9a-f]{40,64})\t/.exec(text) ?? [];
    if (mode === undefined || blob === undefined)
      throw conflict(says('git.file-gone')`the file "${path}" no longer exists`);
    const before = await readBlob(git, repository, blob);
    const after = change(before);
    if (after.equals(before)) throw invalid(says('suggestion.same')`must change something in "${path}"`, 'suggestions');
    const written = await git.runIn(repository, ['hash-object', '-w', '--stdin'], { input: after });
    lines.push(`${mode} blob ${written.toString().trim()}\t${path}\0`);
  }
  const index = join(git.folder, repository.folder, `tepal-index-${randomUUID()}`);
  const variables = { GIT_INDEX_FILE: index };
  try {
    await git.runIn(repository, ['read-tree', hash], { variables });
    await git.runIn(repository, ['update-index', '-z', '--index-info'], { variables, input: lines.join('') });
    return (await git.runIn(repository, ['write-tree'], { variables })).toString().trim();
  } finally {
    await rm(index, { force: true });
  }
}
