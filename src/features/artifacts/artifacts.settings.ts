// Settings of artifacts.
import { integer } from '../../settings/declare.ts';

const OWN = 'Tepal 0.1';

export const artifactSettings = {
  sys_artifact_deletions_per_day: integer({
    group: 'projects',
    default: 100,
    min: 0,
    max: 1_000_000,
    note: '0: off',
    unit: 'artifacts',
    since: OWN,
    live: true,
    meaning: 'Maximum number of artifacts that a tracker administrator can delete within 24 hours',
  }),
};
