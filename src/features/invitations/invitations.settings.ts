// Settings of invitations.
import { integer } from '../../settings/declare.ts';

export const invitationSettings = {
  invitations_per_day: integer({
    group: 'accounts',
    default: 20,
    min: 0,
    max: 1000,
    note: '0: nobody is invited',
    unit: 'mails',
    since: 'Tepal 0.1',
    live: true,
    meaning: 'Maximum number of invitations one person can send per day',
  }),
};
