// Settings of new projects.
import { flag, integer } from '../../settings/declare.ts';

const OWN = 'Tepal 0.1';

export const registrationSettings = {
  sys_use_project_registration: flag({
    group: 'projects',
    default: true,
    since: OWN,
    live: true,
    meaning: 'With 1 people may ask for new projects; with 0 only site administrators create them',
  }),
  sys_restricted_users_can_create_project: flag({
    group: 'projects',
    default: false,
    since: OWN,
    live: true,
    meaning: 'With 1 restricted accounts may ask for new projects too',
  }),
  sys_project_approval: flag({
    group: 'projects',
    default: true,
    since: OWN,
    live: true,
    meaning: 'With 1 a new project waits for the approval of a site administrator, whose own projects need none',
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
    meaning: 'Projects that may wait for approval at the same time',
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
    meaning: 'Projects of one person that may wait for approval at the same time',
  }),
  sys_project_description_mandatory: flag({
    group: 'projects',
    default: false,
    since: OWN,
    live: true,
    meaning: 'With 1 a new project needs a description',
  }),
};
