// Settings of what projects may store.
import { integer } from '../../settings/declare.ts';

const OWN = 'Tepal 0.1';

const quota = {
  default: 0,
  min: 0,
  max: Number.MAX_SAFE_INTEGER,
  note: '0: no bound',
  unit: 'bytes',
  since: OWN,
  live: true,
};

export const quotaSettings = {
  project_attachments_quota: integer({
    group: 'files',
    ...quota,
    meaning: 'Maximum total size of the attachments of a project that has no quota of its own',
  }),
  project_repositories_quota: integer({
    group: 'files',
    ...quota,
    meaning:
      'Maximum total size of the repositories of a project that has no quota of its own, large files (LFS) included',
  }),
};
