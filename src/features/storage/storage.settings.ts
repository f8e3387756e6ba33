// Settings of what projects may store.
import { integer } from '../../settings/declare.ts';

const OWN = 'Tepal 0.1';

export const quotaMaxBytes = 1_125_899_906_842_624;

const quota = { default: 0, min: 0, max: quotaMaxBytes, note: '0: no bound', unit: 'bytes', since: OWN, live: true };

export const quotaSettings = {
  project_attachments_quota: integer({
    ...quota,
    meaning: 'What the attachments of one project may take together, where the project has no quota of its own',
  }),
  project_repositories_quota: integer({
    ...quota,
    meaning:
      'What the repositories of one project may take together, their large files included, where the project has no quota of its own',
  }),
};
