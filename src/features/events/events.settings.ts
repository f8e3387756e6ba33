// Settings of the event log and of who follows it.
import { integer } from '../../settings/declare.ts';

const OWN = 'Tepal 0.1';

export const eventSettings = {
  event_waits_limit: integer({
    group: 'programs',
    default: 10_000,
    min: 1,
    max: 1_000_000,
    unit: 'waits',
    since: OWN,
    live: true,
    meaning:
      'Maximum number of event streams and polls that wait in one process, at most 20 of each person; further ones get status 429',
  }),
  events_kept_days: integer({
    group: 'programs',
    default: 90,
    min: 1,
    max: 3650,
    unit: 'days',
    since: OWN,
    live: true,
    meaning:
      'How long the event log is stored; requests from an older position return 410, and clients must reload their data',
  }),
};
