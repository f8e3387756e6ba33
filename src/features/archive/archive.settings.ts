// Settings of archives of erased projects.
import { toAbsolutePath } from '../../platform/files/absolute-path.ts';
import { integer, path } from '../../settings/declare.ts';

const OWN = 'Tepal 0.1';

export const archiveSettings = {
  sys_project_backup_path: path({
    group: 'files',
    default: toAbsolutePath('/var/tmp'),
    allowed: 'an absolute path of a folder',
    since: '7.10',
    live: true,
    meaning: 'Folder for the archive of a deleted project, written before the project is erased',
  }),
  project_archive_lifetime: integer({
    group: 'files',
    default: 0,
    min: 0,
    max: 36_500,
    note: '0: for ever',
    unit: 'days',
    since: OWN,
    live: true,
    meaning: 'How long archives of erased projects are stored',
  }),
};
