// What hooks of Subversion and CVS call; little of Tepal, for they load it anew with each commit.
import { createCommits } from './commits/commits.service.ts';
import { createCvsHooks } from './cvs/cvs-hooks.service.ts';
import type { CvsHooks } from './cvs/cvs-hooks.service.ts';
import { createSvnHooks } from './svn/svn-hooks.service.ts';
import type { SvnHookDeps, SvnHooks } from './svn/svn-hooks.service.ts';

export interface SourceHooks {
  svnHooks: SvnHooks;
  cvsHooks: CvsHooks;
}

export function createSourceHooks(deps: Omit<SvnHookDeps, 'commits'>): SourceHooks {
  const commits = createCommits(deps);
  return { svnHooks: createSvnHooks({ ...deps, commits }), cvsHooks: createCvsHooks({ ...deps, commits }) };
}
