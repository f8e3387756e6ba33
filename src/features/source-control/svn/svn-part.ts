// Subversion repositories as a part of backups: copied by `svnadmin hotcopy`, and looked at for damage.
import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { isThere } from '../../../platform/files/durable-files.ts';
import type { CopyOutcome, SitePart } from '../../backup/index.ts';
import { copyRepository, findDamage, findObstacle, isOwn, locate, ownFolder } from './svn-folder.ts';
import { listFoldersToRemove } from './svn.service.ts';
import { listNamedFolders } from './svn.store.ts';

/** Repositories that Tepal did not make are in it too, as `outside-ID`. */
export const createSvnPart = (dataDir: string): SitePart => ({
  folder: ownFolder,
  named: {
    place: locate(dataDir, ownFolder),
    findObstacle,
    list: async (db) =>
      (await listNamedFolders(db)).map(({ id, name, folder, unix_name: project }) => ({
        id,
        name: isOwn(folder) ? basename(folder) : `outside-${id}`,
        path: locate(dataDir, folder),
        owner: `the Subversion repository ${name} of ${project}`,
        isElsewhere: !isOwn(folder),
      })),
    listLeaving: async (db) => (await listFoldersToRemove(db)).map((folder) => basename(folder)),
    isOne: () => true,
    copy: ({ path }, target) => copy(path, target),
    async judge({ path }) {
      const damage = await findDamage(path);
      return damage === undefined ? [] : [damage];
    },
  },
});

async function copy(path: string, target: string): Promise<CopyOutcome> {
  const fault = (await isThere(path)) ? await copyRepository(path, target) : undefined;
  if (fault === undefined && (await isThere(target))) return 'copied';
  await rm(target, { recursive: true, force: true });
  return (await isThere(path)) ? { warning: `it is not in the backup: ${fault}` } : 'gone';
}
