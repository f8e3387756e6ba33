// How many bytes the repositories of a project take, with their large files, also those that were deleted and can come back.
import { resolve } from 'node:path';
import type { Reader } from '../../platform/database/index.ts';
import { measureFolder } from '../../platform/files/folder-size.ts';
import { sumObjects } from './lfs/lfs.store.ts';
import { listNamedFolders as listGitFolders } from './repositories/git.store.ts';
import { listNamedFolders as listSvnFolders } from './svn/svn.store.ts';

/** `gitFolder` and `dataDir` are where folders of Git and of Subversion begin. */
export async function measureRepositories(
  db: Reader,
  { gitFolder, dataDir }: { gitFolder: string; dataDir: string },
  projectId: number,
): Promise<number> {
  const [git, svn] = await Promise.all([listGitFolders(db), listSvnFolders(db)]);
  const pathsIn = (base: string, rows: readonly { project_id: number; folder: string }[]): string[] =>
    rows.flatMap((row) => (row.project_id === projectId ? [resolve(base, row.folder)] : []));
  let bytes = await sumObjects(db, projectId);
  for (const path of [...pathsIn(gitFolder, git), ...pathsIn(dataDir, svn)]) bytes += await measureFolder(path);
  return bytes;
}
