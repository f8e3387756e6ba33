// Settings of new projects.
import { flag, integer } from '../../settings/declare.ts';

const OWN = 'Tepal 0.1';

export const registrationSettings = {
  sys_use_project_registration: flag({
    group: 'projects',
    default: true,
    since: OWN,
    live: true,
    meaning: 'Let people request new projects. When off, only site administrators create projects',
  }),
  sys_restricted_users_can_create_project: flag({
    group: 'projects',
    default: false,
    since: OWN,
    live: true,
    meaning: 'Let restricted accounts request new projects too',
  }),
  sys_project_approval: flag({
    group: 'projects',
    default: true,
    since: OWN,
    live: true,
    meaning: 'New projects need approval by a site administrator. Projects of site administrators need none',
  }),
  sys_max_pending_projects: integer({
    group: 'projects',
    default: 0,
    min: 0,
    max: 1_000_000,
    note: '0: no limit',
    unit: 'projects',
    since: OWN,
    live: true,
    meaning: 'Maximum number of projects that wait for approval',
  }),
  sys_max_pending_projects_per_user: integer({
    group: 'projects',
    default: 0,
    min: 0,
    max: 1_000_000,
    note: '0: no limit',
    unit: 'projects',
    since: OWN,
    live: true,
    meaning: 'Maximum number of projects of one person that wait for approval',
  }),
  sys_project_description_mandatory: flag({
    group: 'projects',
    default: false,
    since: OWN,
    live: true,
    meaning: 'New projects need a description',
  }),
};
