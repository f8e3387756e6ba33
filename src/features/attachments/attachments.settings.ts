// Settings of uploads that no artifact has yet.
import { integer } from '../../settings/declare.ts';

const OWN = 'Tepal 0.1';

export const uploadSettings = {
  attachments_waiting_limit: integer({
    group: 'files',
    default: 1_073_741_824,
    min: 1,
    max: 1_099_511_627_776,
    unit: 'bytes',
    since: OWN,
    live: true,
    meaning:
      'Maximum total size of the unattached uploads of one user, at least one file of sys_max_size_upload; for files in numbered chunks only sys_max_size_upload applies',
  }),
  sys_file_deletion_delay: integer({
    group: 'files',
    default: 3,
    min: 1,
    max: 3650,
    unit: 'days',
    since: OWN,
    live: true,
    meaning: 'Uploaded files that are attached to no artifact are deleted after so long',
  }),
};
