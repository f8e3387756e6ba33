// Settings of artifacts.
import { integer } from '../../settings/declare.ts';

const OWN = 'Tepal 0.1';

export const artifactSettings = {
  kept_artifacts_file_max: integer({
    group: 'server',
    default: 268_435_456,
    min: 0,
    max: 100_000_000_000,
    note: '0: none, as with less than 1048576',
    unit: 'bytes',
    since: OWN,
    live: false,
    meaning:
      'Rendered artifacts that each Tepal process keeps beside its memory, in a file of the data folder that has no name and ends with the process',
  }),
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
