// Plannings and the backlog in project archives: what is read of `<agiledashboard>`, which is kept whole as well, so that
// nothing is lost that is not read here.
import { faultAt, findChild, findChildren, kept, list, stored, storedParts } from '../archive/index.ts';
import { readAttribute, readFilledAttribute, readSwitch, readText, warnUnknownGroup } from '../archive/index.ts';
import type { ElementPart, Findings, ImportContext, XmlElement } from '../archive/index.ts';
import { insertExplicitBacklog, insertPlanning } from './planning.store.ts';

/** A kind of milestones: the artifacts of one tracker, filled from the backlog trackers. */
interface ArchivePlanning {
  readonly name: string;
  readonly planTitle: string;
  readonly backlogTitle: string;
  readonly trackerRef: string;
  /** In document order. */
  readonly backlogTrackerRefs: readonly string[];
  readonly permissions: readonly { readonly userGroup: string; readonly type: string; readonly line: number }[];
  readonly line: number;
}

interface ArchiveBacklog {
  /** In document order. */
  readonly plannings: readonly ArchivePlanning[];
  /** The project's backlog holds only `items`; otherwise all that no milestone has taken. */
  readonly isExplicit: boolean;
  readonly items: readonly { readonly artifactRef: string; readonly line: number }[];
}

const membersOf = (element: XmlElement | undefined, listName: string, member: string): XmlElement[] => {
  const found = element === undefined ? undefined : findChild(element, listName);
  return found === undefined ? [] : findChildren(found, member);
};

const readTrackerRef = (element: XmlElement): string => {
  const ref = readText(element).trim();
  if (ref === '') throw faultAt(element, 'the reference of a tracker is empty');
  return ref;
};

const readPlanning = (element: XmlElement): ArchivePlanning => ({
  name: readAttribute(element, 'name'),
  planTitle: element.attributes['plan_title'] ?? '',
  backlogTitle: element.attributes['backlog_title'] ?? '',
  trackerRef: readFilledAttribute(element, 'planning_tracker_id'),
  backlogTrackerRefs: membersOf(element, 'backlogs', 'backlog').map(readTrackerRef),
  permissions: membersOf(element, 'permissions', 'permission').map((permission) => ({
    userGroup: readFilledAttribute(permission, 'ugroup'),
    type: readFilledAttribute(permission, 'type'),
    line: permission.line,
  })),
  line: element.line,
});

/** Reads `<agiledashboard>`. Throws invalid with the place. */
export function readBacklog(block: XmlElement): ArchiveBacklog {
  const [explicit] = membersOf(findChild(block, 'admin'), 'scrum', 'explicit_backlog');
  return {
    plannings: membersOf(block, 'plannings', 'planning').map(readPlanning),
    isExplicit: explicit !== undefined && readSwitch(explicit, 'is_used', false),
    items: membersOf(block, 'top_backlog', 'artifact').map((artifact) => ({
      artifactRef: readFilledAttribute(artifact, 'artifact_id'),
      line: artifact.line,
    })),
  };
}

function checkPlannings(
  { plannings }: ArchiveBacklog,
  { error, warn }: Findings,
  hasTracker: (ref: string) => boolean,
): void {
  const planned = new Set<string>();
  for (const { name, trackerRef, backlogTrackerRefs, line } of plannings) {
    const what = `<planning>: the planning \`${name}\``;
    for (const ref of [trackerRef, ...backlogTrackerRefs])
      if (!hasTracker(ref))
        warn(line, `${what} refers to the tracker \`${ref}\`, which the archive doesn't have; passed over`);
    if (planned.has(trackerRef)) error(line, `${what} shares the tracker \`${trackerRef}\` with another planning`);
    planned.add(trackerRef);
  }
}

const priorityChange = 'PLUGIN_AGILEDASHBOARD_PLANNING_PRIORITY_CHANGE';

function findPriorityGroups(context: ImportContext, planning: ArchivePlanning): number[] {
  return planning.permissions.flatMap(({ type, userGroup, line }) => {
    const groupId = context.findGroup(userGroup);
    if (type !== priorityChange)
      context.warn(line, 'permission', `there is no permission \`${type}\` on plannings; it is passed over`);
    else if (groupId === undefined) warnUnknownGroup(context, line, userGroup);
    return type === priorityChange && groupId !== undefined ? [groupId] : [];
  });
}

/** Writes plannings in document order, without those of trackers that the archive does not have. */
async function importPlannings(
  context: ImportContext,
  { plannings }: ArchiveBacklog,
  trackerIds: ReadonlyMap<string, number>,
): Promise<void> {
  const { tx, projectId } = context;
  for (const planning of plannings) {
    const trackerId = trackerIds.get(planning.trackerRef);
    if (trackerId === undefined) continue;
    await insertPlanning(
      tx,
      {
        project_id: projectId,
        tracker_id: trackerId,
        name: planning.name,
        plan_title: planning.planTitle,
        backlog_title: planning.backlogTitle,
      },
      planning.backlogTrackerRefs.flatMap((ref) => trackerIds.get(ref) ?? []),
      findPriorityGroups(context, planning),
    );
  }
}

/** Writes the backlog where it was filled by hand. */
async function importBacklog(
  context: ImportContext,
  backlog: ArchiveBacklog,
  findArtifact: (ref: string) => number | undefined,
): Promise<void> {
  if (!backlog.isExplicit) return;
  const items = backlog.items.flatMap(({ artifactRef, line }) => {
    const id = findArtifact(artifactRef);
    if (id === undefined)
      context.warn(line, 'artifact', `there is no artifact \`${artifactRef}\`; it is left out of the backlog`);
    return id ?? [];
  });
  await insertExplicitBacklog(context.tx, context.projectId, items);
}

const planningOutcome = kept('planning', {
  ...storedParts({ '@name': 'its name', '@plan_title': 'title of a plan', '@backlog_title': 'title of its backlog' }),
  '@planning_tracker_id': stored('tracker of its milestones'),
  backlogs: kept('list', { backlog: stored('tracker whose artifacts are planned') }),
});

export const planningArchive: ElementPart = {
  element: 'agiledashboard',
  outcome: kept('plannings, backlog and boards; exports have it as it came', {
    admin: kept('', {
      scrum: kept('', { explicit_backlog: stored('backlog', { '@is_used': stored('whether it is filled by hand') }) }),
    }),
    plannings: list('planning', planningOutcome),
    top_backlog: list('artifact', stored('artifact of the backlog', { '@artifact_id': stored('which one') })),
  }),
  leftByTemplates: ['top_backlog'],
  read(element) {
    const backlog = readBacklog(element);
    return {
      check: (findings, hasTracker) => checkPlannings(backlog, findings, hasTracker),
      async import(context, block, trackerIds) {
        await importPlannings(context, backlog, trackerIds);
        return block;
      },
      importItems: (context, findArtifact) => importBacklog(context, backlog, findArtifact),
    };
  },
};
