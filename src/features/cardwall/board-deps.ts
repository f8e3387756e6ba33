// What boards of milestones are made from.
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Artifacts } from '../artifacts/index.ts';
import type { People } from '../people/index.ts';
import type { Plannings } from '../planning/index.ts';
import type { Projects } from '../projects/index.ts';
import type { Trackers } from '../trackers/index.ts';

export interface CardwallDeps {
  database: Database;
  clock: Clock;
  people: People;
  projects: Projects;
  trackers: Trackers;
  artifacts: Artifacts;
  plannings: Plannings;
}
