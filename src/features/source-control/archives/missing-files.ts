// Repositories whose files an archive lacks: they come empty, which is told.
import { says } from '../../../platform/texts/said.ts';
import type { Said } from '../../../platform/texts/said.ts';
import type { NamedFile, PartSource } from '../../archive/index.ts';
import { digestRefs } from './archived-git.ts';
import { fileOf } from './archived-lfs.ts';
import type { ArchivedGit, ArchivedRepositories, SvnFacts } from './archived-repositories.schema.ts';
import type { GitElement } from './element-git.ts';

/** Of one archive; its Subversion repositories may say less than Tepal's own. */
export interface RepositoryFacts extends Pick<ArchivedRepositories, 'git' | 'people'> {
  readonly svn: readonly SvnFacts[];
}

/** The same without the files that are not there, and a sentence about each of these. */
export function leaveMissing(
  { git, svn, people }: RepositoryFacts,
  { hasFile }: PartSource,
): { present: RepositoryFacts; missing: Said[] } {
  const missing: Said[] = [];
  const isMissing = (repository: string, file: string | null): boolean => {
    if (file === null || hasFile(file)) return false;
    missing.push(
      says('left.lacks-repository')`the repository ${repository}: the archive has no file \`${file}\`; it is skipped`,
    );
    return true;
  };
  const presentGit = (facts: ArchivedGit): ArchivedGit => {
    const largeFiles = (facts.large_files ?? []).filter(({ oid }) => !isMissing(facts.name, fileOf(oid)));
    const whole = { ...facts, large_files: largeFiles };
    if (!isMissing(facts.name, facts.bundle)) return whole;
    return { ...whole, bundle: null, refs_sha256: digestRefs(Buffer.alloc(0)), behind: [] };
  };
  const presentSvn = (facts: SvnFacts): SvnFacts =>
    isMissing(facts.name, facts.dump)
      ? { ...facts, dump: null, uuid: null, youngest: null, recorded_revision: null }
      : facts;
  return { present: { git: git.map(presentGit), svn: svn.map(presentSvn), people }, missing };
}

/** The file that `<repository>` names in its line, where it names one. */
export const listNamed = (path: string | null | undefined, line: number): NamedFile[] =>
  path === null || path === undefined ? [] : [{ path, line, element: 'repository' }];

/** The same without a bundle that is not there. */
export const leaveBundle = (repository: GitElement, { hasFile }: PartSource): GitElement =>
  repository.bundle !== undefined && hasFile(repository.bundle) ? repository : { ...repository, bundle: undefined };
