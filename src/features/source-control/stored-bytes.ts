// How many bytes the repositories of a project take, with their large files, also those that were deleted and can come back.
import { resolve } from 'node:path';
import type { Reader } from '../../platform/database/index.ts';
import { measureFolder } from '../../platform/files/folder-size.ts';
import { sumObjects } from './lfs/lfs.store.ts';
import { listFoldersOf as listGitFolders } from './repositories/git.store.ts';
import { listFoldersOf as listSvnFolders } from './svn/svn.store.ts';

/** `gitFolder` and `dataDir` are where folders of Git and of Subversion begin. */
export async function measureRepositories(
  db: Reader,
  { gitFolder, dataDir }: { gitFolder: string; dataDir: string },
  projectId: number,
): Promise<number> {
  const [git, svn] = await Promise.all([listGitFolders(db, projectId), listSvnFolders(db, projectId)]);
  const paths = [...git.map((folder) => resolve(gitFolder, folder)), ...svn.map((folder) => resolve(dataDir, folder))];
  let bytes = await sumObjects(db, projectId);
  for (const path of paths) bytes += await measureFolder(path);
  return bytes;
}
