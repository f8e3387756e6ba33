// What the services of programs build on.
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Artifacts } from '../artifacts/index.ts';
import type { Projects } from '../projects/index.ts';
import type { Trackers } from '../trackers/index.ts';

export interface ProgramDeps {
  database: Database;
  clock: Clock;
  projects: Projects;
  trackers: Trackers;
  artifacts: Artifacts;
}

/** The service that makes a project a program. */
export const programService = 'plugin_program_management';

export const childType = '_is_child';
