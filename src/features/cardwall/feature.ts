// Boards of milestones as a feature: walls of cards and taskboards.
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Artifacts } from '../artifacts/index.ts';
import type { People } from '../people/index.ts';
import type { PlanningFeature } from '../planning/index.ts';
import type { Projects } from '../projects/index.ts';
import type { Trackers } from '../trackers/index.ts';
import { cardwallArchive } from './cardwall.archive.ts';
import { cardwallRoutes } from './cardwall.routes.ts';
import { hasWall } from './cardwall.store.ts';

interface Needs {
  database: Database;
  clock: Clock;
}

type Dependencies = Pick<PlanningFeature, 'plannings' | 'milestonePanes'> & {
  people: People;
  projects: Projects;
  trackers: Trackers;
  artifacts: Artifacts;
};

export function createCardwallFeature({ database, clock }: Needs, dependencies: Dependencies) {
  const { people, projects, trackers, artifacts, plannings, milestonePanes } = dependencies;
  milestonePanes.add(async (tracker) =>
    (await hasWall(database.read, tracker.id))
      ? {
          title: 'Taskboard',
          icon_name: 'fa-solid fa-tlp-taskboard',
          identifier: 'taskboard',
          uriOf: (id) => `/taskboard/${tracker.project.unix_name}/${id}`,
        }
      : undefined,
  );
  const deps = { database, clock, people, projects, trackers, artifacts, plannings };
  return { parts: { routes: cardwallRoutes(deps), archive: [cardwallArchive] } };
}
