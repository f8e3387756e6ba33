// What hooks of Subversion and CVS call; little of Tepal, for they load it anew with each commit.
import { resolveSettings } from '../../settings/index.ts';
import type { LoadedSettings } from '../../settings/index.ts';
import { createRoom } from '../storage/index.ts';
import { createCommits } from './commits/commits.service.ts';
import { createCvsHooks } from './cvs/cvs-hooks.service.ts';
import type { CvsHooks } from './cvs/cvs-hooks.service.ts';
import { findGitFolder } from './repositories/folder-names.ts';
import { measureRepositories } from './stored-bytes.ts';
import { createSvnHooks } from './svn/svn-hooks.service.ts';
import type { SvnHookDeps, SvnHooks } from './svn/svn-hooks.service.ts';

export interface SourceHooks {
  svnHooks: SvnHooks;
  cvsHooks: CvsHooks;
}

export function createSourceHooks(
  deps: Omit<SvnHookDeps, 'commits' | 'room'> & { settings: LoadedSettings },
): SourceHooks {
  const { database, dataDir } = deps;
  const commits = createCommits(deps);
  const folders = { gitFolder: findGitFolder(dataDir, resolveSettings(deps.settings, [])), dataDir };
  const room = createRoom({
    ...deps,
    listMeasures: (kind) =>
      kind === 'repositories' ? [(projectId) => measureRepositories(database.read, folders, projectId)] : [],
  });
  return { svnHooks: createSvnHooks({ ...deps, commits, room }), cvsHooks: createCvsHooks({ ...deps, commits }) };
}
