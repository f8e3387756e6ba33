// Settings of artifacts.
import { integer } from '../../settings/declare.ts';

const OWN = 'Tepal 0.1';

export const artifactSettings = {
  sys_artifact_deletions_per_day: integer({
    group: 'projects',
    default: 100,
    min: 0,
    max: 1_000_000,
    note: '0: nobody may delete any',
    unit: 'artifacts',
    since: OWN,
    live: true,
    meaning: 'Artifacts that an administrator of trackers may delete within 24 hours',
  }),
};
