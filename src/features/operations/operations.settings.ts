// Settings of what administrators start in pages.
import { posix, win32 } from 'node:path';
import { text } from '../../settings/declare.ts';

export const operationSettings = {
  backup_folder: text({
    group: 'files',
    default: '',
    allowed: 'an absolute path of a folder; empty: backups in the data folder',
    accepts: (value) => value === '' || posix.isAbsolute(value) || win32.isAbsolute(value),
    since: 'Tepal 0.1',
    live: true,
    meaning: 'Folder to which backups go that are started in pages or over REST; best on another disk',
  }),
};
