// Settings of what administrators start in pages.
import { path } from '../../settings/declare.ts';

export const operationSettings = {
  backup_folder: path({
    group: 'files',
    default: '',
    allowed: 'an absolute path of a folder; empty: backups in the data folder',
    since: 'Tepal 0.1',
    live: true,
    meaning: 'Folder for backups started in the pages or over REST; best on another disk',
  }),
};
