// The services of a project that stand for kinds of repositories.
import type { RepositoryKind } from './commits.tables.ts';

export const gitService = 'plugin_git';
export const svnService = 'plugin_svn';

/** What hides the repositories of a kind where the project has switched it off. */
export const serviceOf: Readonly<Partial<Record<RepositoryKind, string>>> = { git: gitService, svn: svnService };
