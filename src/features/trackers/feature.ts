// Trackers as a feature: their definitions, and changes of them.
import type { Clock } from '../../platform/clock.ts';
import type { Database, Reader } from '../../platform/database/index.ts';
import { askAll, createExtensionPoint } from '../../platform/extension-point.ts';
import { createMarkupRenderer } from '../../platform/markup/index.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import type { People } from '../people/index.ts';
import type { ProjectsFeature } from '../projects/index.ts';
import type { FindUsedValues } from './administration/field-changes.ts';
import type { ListLaterUses } from './administration/field-removal.ts';
import { fieldRoutes } from './administration/fields.routes.ts';
import { createTrackerFields } from './administration/fields.service.ts';
import { trackerChangeRoutes } from './administration/tracker-changes.routes.ts';
import { createTrackerChanges } from './administration/tracker-changes.service.ts';
import { createTrackerDocuments } from './administration/tracker-document.service.ts';
import type { Definition } from './definition/definition.ts';
import { listGivenRights } from './definition/given-rights.store.ts';
import { listGroupUses, releaseGroup } from './definition/group-uses.store.ts';
import { linkTypeRoutes } from './link-types/link-types.routes.ts';
import { createLinkTypeSwitches } from './link-types/link-types.service.ts';
import { effectiveRightsRoute } from './trackers/effective-rights.routes.ts';
import { trackerRoutes } from './trackers/trackers.routes.ts';
import { createTrackers } from './trackers/trackers.service.ts';
import type { TrackerDeps } from './trackers/trackers.service.ts';
import { createFieldRules } from './workflow/field-rules.service.ts';
import { createTransitions } from './workflow/transitions.service.ts';
import { workflowRoutes } from './workflow/workflow.routes.ts';

interface Needs {
  database: Database;
  clock: Clock;
  logger: Logger;
}

type Dependencies = Pick<ProjectsFeature, 'projects' | 'projectExtensions' | 'loadAbsent'> & { people: People };

/** What later features tell of trackers. */
const createTrackerExtensions = () => ({
  /** Ids of those who submitted, or last changed, an artifact that the viewer sees. */
  actors: createExtensionPoint<TrackerDeps['listActors']>(),
  /** Everybody's reports of a tracker, in full. */
  reports: createExtensionPoint<TrackerDeps['describeReports']>(),
  /** Names of the plannings that need a tracker, which is not deleted then. */
  plannings: createExtensionPoint<(db: Reader, tracker: Definition) => Promise<string[]>>(),
  /** Values that the history holds are hidden instead of deleted. */
  usedValues: createExtensionPoint<FindUsedValues>(),
  /** What needs a field, which is neither deleted nor taken out of use then. */
  fieldUses: createExtensionPoint<ListLaterUses>(),
});

export function createTrackersFeature(
  { database, clock, logger }: Needs,
  { people, projects, projectExtensions, loadAbsent }: Dependencies,
) {
  const extensions = createTrackerExtensions();
  const { actors, reports, plannings, usedValues, fieldUses } = extensions;
  const markup = createMarkupRenderer(logger);
  const trackers = createTrackers({
    markup,
    database,
    clock,
    people,
    projects,
    listActors: (...asked) => askAll(actors, ...asked),
    describeReports: (...asked) => askAll(reports, ...asked),
  });
  projectExtensions.partAdministrators.add(trackers.listAdminProjects);
  projectExtensions.groupUsers.add({ list: listGroupUses, release: releaseGroup });
  projectExtensions.givenRights.add(listGivenRights);
  const findUsedValues: FindUsedValues = async (...asked) => {
    const found = await Promise.all(usedValues.list().map((find) => find(...asked)));
    return {
      used: new Set(found.flatMap(({ used }) => [...used])),
      lastChangesetId: Math.max(0, ...found.map(({ lastChangesetId }) => lastChangesetId)),
    };
  };
  const listPlanningNames = (db: Reader, tracker: Definition) => askAll(plannings, db, tracker);
  const listLaterUses: ListLaterUses = (...asked) => askAll(fieldUses, ...asked);
  const changes = createTrackerChanges({ database, clock, trackers, listPlanningNames });
  const documents = createTrackerDocuments({ database, clock, trackers, findUsedValues, listLaterUses });
  const routes = [
    ...trackerRoutes(trackers),
    effectiveRightsRoute({ trackers, loadAbsent }),
    ...trackerChangeRoutes(changes, documents),
    ...linkTypeRoutes(createLinkTypeSwitches({ database, clock, projects, trackers })),
    ...fieldRoutes(createTrackerFields({ database, clock, trackers, findUsedValues, listLaterUses })),
    ...workflowRoutes(
      createTransitions({ database, clock, trackers }),
      createFieldRules({ database, clock, trackers }),
    ),
  ];
  return { trackers, trackerExtensions: extensions, markup, parts: { routes } };
}

export type TrackersFeature = ReturnType<typeof createTrackersFeature>;
