// Settings of requests to join projects.
import { integer } from '../../settings/declare.ts';

export const joinRequestSettings = {
  join_requests_per_day: integer({
    group: 'projects',
    default: 10,
    min: 0,
    max: 1000,
    note: '0: off',
    unit: 'requests',
    since: 'Tepal 0.1',
    live: true,
    meaning: 'Maximum number of projects that one user can request to join per day',
  }),
};
