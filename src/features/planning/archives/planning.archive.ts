// Plannings and the backlog in project archives: what is read of `<agiledashboard>`, which is kept whole as well, so that
// nothing is lost that is not read here.
import type { Reader } from '../../../platform/database/index.ts';
import { says } from '../../../platform/texts/said.ts';
import {
  faultAt,
  findChild,
  findChildren,
  kept,
  list,
  parseXml,
  stored,
  storedParts,
  readAttribute,
  readFilledAttribute,
  readSwitch,
  readText,
  warnUnknownGroup,
} from '../../archive/index.ts';
import type {
  ElementPart,
  Findings,
  ImportContext,
  ImportedTracker,
  Outcome,
  RawBlock,
  XmlElement,
} from '../../archive/index.ts';
import { blockName, sideBarSwitch, writeSideBar } from './side-bar.archive.ts';
import { listOwnWriters } from './write-plannings.ts';
import { insertExplicitBacklog, insertPlanning } from '../definition/planning.store.ts';
import { saveListsMilestones } from '../definition/side-bar.store.ts';

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
  /** The project's backlog holds only `items`, also where the archive says nothing of it; otherwise all that no milestone has taken. */
  readonly isExplicit: boolean;
  readonly items: readonly { readonly artifactRef: string; readonly line: number }[];
  /** The side bar lists open milestones. */
  readonly isInSideBar: boolean;
}

const membersOf = (element: XmlElement | undefined, listName: string, member: string): XmlElement[] => {
  const found = element === undefined ? undefined : findChild(element, listName);
  return found === undefined ? [] : findChildren(found, member);
};

const readTrackerRef = (element: XmlElement): string => {
  const ref = readText(element).trim();
  if (ref === '') throw faultAt(element, says('archive-xml.no-tracker-ref')`the reference of a tracker is empty`);
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
    isExplicit: explicit === undefined || readSwitch(explicit, 'is_used', false),
    items: membersOf(block, 'top_backlog', 'artifact').map((artifact) => ({
      artifactRef: readFilledAttribute(artifact, 'artifact_id'),
      line: artifact.line,
    })),
    isInSideBar: readSwitch(block, sideBarSwitch, true),
  };
}

function checkPlannings({ plannings }: ArchiveBacklog, { warn }: Findings, hasTracker: (ref: string) => boolean): void {
  const planned = new Set<string>();
  for (const { name, trackerRef, backlogTrackerRefs, line } of plannings) {
    const what = says('left.planning')`the planning \`${name}\``;
    for (const ref of [trackerRef, ...backlogTrackerRefs])
      if (!hasTracker(ref))
        warn(
          line,
          'planning',
          says('left.refers-tracker')`${what} refers to the tracker \`${ref}\`, which is not in the archive; skipped`,
        );
    if (planned.has(trackerRef))
      warn(
        line,
        'planning',
        says('left.shared')`${what} shares the tracker \`${trackerRef}\` with another planning; it is skipped`,
      );
    planned.add(trackerRef);
  }
}

const priorityChange = 'PLUGIN_AGILEDASHBOARD_PLANNING_PRIORITY_CHANGE';

function findPriorityGroups(context: ImportContext, planning: ArchivePlanning): number[] {
  return planning.permissions.flatMap(({ type, userGroup, line }) => {
    const groupId = context.findGroup(userGroup);
    if (type !== priorityChange)
      context.warn(
        line,
        'permission',
        says('left.planning-right')`plannings have no permission \`${type}\`; it is skipped`,
      );
    else if (groupId === undefined) warnUnknownGroup(context, line, userGroup);
    return type === priorityChange && groupId !== undefined ? [groupId] : [];
  });
}

/** Writes plannings in document order, without those of trackers that the archive does not have, or that another one has. */
async function importPlannings(
  context: ImportContext,
  { plannings }: ArchiveBacklog,
  trackers: ReadonlyMap<string, ImportedTracker>,
): Promise<void> {
  const { tx, projectId } = context;
  const planned = new Set<number>();
  for (const planning of plannings) {
    const trackerId = trackers.get(planning.trackerRef)?.id;
    if (trackerId === undefined || planned.has(trackerId)) continue;
    planned.add(trackerId);
    await insertPlanning(
      tx,
      {
        project_id: projectId,
        tracker_id: trackerId,
        name: planning.name,
        plan_title: planning.planTitle,
        backlog_title: planning.backlogTitle,
      },
      planning.backlogTrackerRefs.flatMap((ref) => trackers.get(ref)?.id ?? []),
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
      context.warn(
        line,
        'artifact',
        says('left.no-artifact')`there is no artifact \`${artifactRef}\`; it is not added to the backlog`,
      );
    return id ?? [];
  });
  await insertExplicitBacklog(context.tx, context.projectId, items);
}

const planningOutcome = kept('planning', {
  ...storedParts({ '@name': 'its name', '@plan_title': 'title of a plan', '@backlog_title': 'title of its backlog' }),
  '@planning_tracker_id': stored('tracker of its milestones'),
  backlogs: kept('list', { backlog: stored('tracker whose artifacts are planned') }),
});

/** What one kind of boards says inside of `<agiledashboard>`, as its feature read it. */
export interface BoardContent {
  /** Looks for references that dangle. */
  check(findings: Findings, hasTracker: (ref: string) => boolean): void;
  /** Writes it, once the project's trackers are there. */
  import(context: ImportContext, trackers: ReadonlyMap<string, ImportedTracker>): Promise<void>;
}

/** An element inside of `<agiledashboard>` that a later feature brings. */
export interface BoardPart {
  readonly element: string;
  readonly outcome: Outcome;
  /** Throws invalid with the place. */
  read(element: XmlElement): BoardContent;
  /** What is kept of the element's text, once it is written. */
  rest(former: XmlElement): string;
  /** The element as the project is now, given the one that was kept; undefined where there is nothing to say. */
  write(db: Reader, projectId: number, former: XmlElement | undefined): Promise<string | undefined>;
}

/** The block with the elements that `boards` write in place of those that it had. */
async function putBoards(
  db: Reader,
  projectId: number,
  block: RawBlock | undefined,
  boards: readonly Pick<BoardPart, 'element' | 'write'>[],
): Promise<RawBlock | undefined> {
  let current = block;
  for (const part of boards) {
    const former = current === undefined ? undefined : await findSource(current.xml, part.element);
    const written = await part.write(db, projectId, former);
    if (written === undefined && former === undefined) continue;
    const xml = current?.xml ?? `<${blockName}></${blockName}>`;
    current = { name: blockName, line: 0, ...current, xml: replaceOrAdd(xml, former?.source, written ?? '') };
  }
  return current;
}

async function findSource(xml: string, name: string): Promise<XmlElement | undefined> {
  const root = await parseXml([Buffer.from(xml)], { file: blockName, keepsSource: (element) => element.name === name });
  return findChild(root, name);
}

function replaceOrAdd(xml: string, former: string | undefined, written: string): string {
  if (former !== undefined) return xml.replace(former, () => written);
  const open = xml.endsWith('/>') ? `${xml.slice(0, -2)}></${blockName}>` : xml;
  return open.replace(/<\/agiledashboard\s*>$/, () => `${written}</${blockName}>`);
}

/** `boards` may grow until the first archive is read. */
export const createPlanningArchive = (boards: () => readonly BoardPart[]): ElementPart => ({
  element: blockName,
  get outcome() {
    return kept('plannings, backlog and boards; exports have it as it came, with the boards as they are', {
      [`@${sideBarSwitch}`]: stored('whether the side bar lists open milestones'),
      admin: kept('', {
        scrum: kept('', {
          explicit_backlog: stored('backlog', { '@is_used': stored('whether it is filled by hand') }),
        }),
      }),
      plannings: list('planning', planningOutcome),
      top_backlog: list('artifact', stored('artifact of the backlog', { '@artifact_id': stored('which one') })),
      ...Object.fromEntries(boards().map(({ element, outcome }) => [element, outcome])),
    });
  },
  leftByTemplates: ['top_backlog'],
  read(element) {
    const backlog = readBacklog(element);
    const found = boards().flatMap((part) => {
      const own = findChild(element, part.element);
      return own === undefined ? [] : [{ part, content: part.read(own) }];
    });
    return {
      check(findings, hasTracker) {
        checkPlannings(backlog, findings, hasTracker);
        for (const { content } of found) content.check(findings, hasTracker);
      },
      async import(context, block, trackers) {
        await importPlannings(context, backlog, trackers);
        if (!backlog.isInSideBar) await saveListsMilestones(context.tx, context.projectId, false);
        let { xml } = block;
        for (const { part, content } of found) {
          await content.import(context, trackers);
          const former = await findSource(xml, part.element);
          if (former?.source !== undefined) xml = xml.replace(former.source, () => part.rest(former));
        }
        return { ...block, xml };
      },
      importItems: (context, findArtifact) => importBacklog(context, backlog, findArtifact),
    };
  },
  async export(db, projectId, former) {
    const withSideBar = await writeSideBar(db, projectId, former);
    const withBoards = await putBoards(db, projectId, withSideBar, boards());
    const writers = await listOwnWriters(db, projectId, withBoards !== undefined);
    return putBoards(db, projectId, withBoards, writers);
  },
});
