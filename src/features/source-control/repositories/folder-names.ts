// Names of the folders of repositories, by which people who look at the disk know them.
import { randomBytes } from 'node:crypto';
import { invalid } from '../../../platform/errors.ts';
import { joinPath } from '../../../platform/files/absolute-path.ts';
import type { AbsolutePath } from '../../../platform/files/absolute-path.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Settings } from '../../../settings/index.ts';

const ownDigits = 12;

/** The repository's own name, as far as a folder may be called so, and digits that no other one has. */
export function folderNameFor(repository: string): string {
  const plain = repository
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 100);
  const digits = randomBytes(ownDigits / 2).toString('hex');
  return plain === '' ? digits : `${plain}-${digits}`;
}

/** Whether a folder may have been named so, or by digits alone, as folders once were. */
export const isFolderName = (name: string): boolean =>
  /^(?:[A-Za-z0-9][A-Za-z0-9-]{0,99}-)?[0-9a-f]{12}$/.test(name) || /^[0-9a-f-]{36}$/.test(name);

/** Where Git repositories are: beside the database unless the settings name another place. */
export const findGitFolder = (dataDir: AbsolutePath, { git_folder }: Pick<Settings, 'git_folder'>): AbsolutePath =>
  git_folder === '' ? joinPath(dataDir, 'git') : git_folder;

/** Segments that start so are neither `..` nor options of programs. */
export const nameForm = /^(?:[A-Za-z0-9_][A-Za-z0-9_.-]*)(?:\/[A-Za-z0-9_][A-Za-z0-9_.-]*)*$/;
/** Characters of a repository's name with its folders; more are answered 400. */
const nameMax = 255;

/** Throws invalid. */
export function requireRepositoryName(name: string): void {
  const isName =
    nameForm.test(name) && name.length <= nameMax && !name.split('/').some((part) => part.endsWith('.git'));
  if (!isName)
    throw invalid(
      says(
        'git.name',
      )`can contain only letters, digits, "_", "-" and ".", with "/" between folders, and at most ${nameMax} characters; no part can start with "." or "-" or end with ".git"`,
      'name',
    );
}
