// Settings of who is shown to look at artifacts.
import { flag } from '../../settings/declare.ts';

export const presenceSettings = {
  artifact_presence: flag({
    group: 'projects',
    default: true,
    since: 'Tepal 0.1',
    live: true,
    meaning: 'Show who else views or edits an artifact',
  }),
};
