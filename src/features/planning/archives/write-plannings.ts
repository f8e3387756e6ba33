// Plannings and the backlog as they are, for archives. What says the same as the text that was kept stays that text.
import { isDeepStrictEqual } from 'node:util';
import type { Reader } from '../../../platform/database/index.ts';
import { element, leaf, loadNames, parseXml } from '../../archive/index.ts';
import type { XmlElement } from '../../archive/index.ts';
import { userGroupRecords } from '../../projects/index.ts';
import * as store from '../definition/planning.store.ts';

interface Writer {
  readonly element: string;
  write(db: Reader, projectId: number, former: XmlElement | undefined): Promise<string | undefined>;
}

const priorityChange = 'PLUGIN_AGILEDASHBOARD_PLANNING_PRIORITY_CHANGE';

/** Writers of `<admin>`, `<top_backlog>` and `<plannings>`; `hasBlock`: something else is said of boards. */
export async function listOwnWriters(db: Reader, projectId: number, hasBlock: boolean): Promise<Writer[]> {
  const plannings = await writePlannings(db, projectId);
  const isExplicit = await store.hasExplicitBacklog(db, projectId);
  const items = isExplicit ? await writeItems(db, projectId) : undefined;
  const isWritten = hasBlock || plannings !== undefined;
  const scrum = element('scrum', {}, [element('explicit_backlog', { is_used: isExplicit })]);
  const admin = isWritten ? element('admin', {}, [scrum]) : undefined;
  return [adminWriter(admin, isExplicit), writer('top_backlog', items), writer('plannings', plannings)];
}

/** Without a word the backlog is filled by hand. */
const adminWriter = (written: string | undefined, isExplicit: boolean): Writer => {
  const blockWriter = writer('admin', written);
  return {
    ...blockWriter,
    write: async (db, projectId, former) =>
      former === undefined && isExplicit ? undefined : blockWriter.write(db, projectId, former),
  };
};

const writer = (name: string, written: string | undefined): Writer => ({
  element: name,
  async write(_db, _projectId, former) {
    if (former?.source === undefined) return written;
    const isKept = written === undefined ? former.children.length === 0 : await isSame(former.source, written);
    return isKept ? former.source : written;
  },
});

async function isSame(former: string, written: string): Promise<boolean> {
  const [one, other] = await Promise.all(
    [former, written].map((xml) => parseXml([Buffer.from(xml)], { file: 'kept' })),
  );
  return one !== undefined && other !== undefined && isDeepStrictEqual(sayOf(one), sayOf(other));
}

/** What an element says, wherever its lines are. */
const sayOf = ({ name, attributes, children, text }: XmlElement): unknown => [
  name,
  Object.entries(attributes).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  children.length === 0 ? text.trim() : children.map(sayOf),
];

async function writeItems(db: Reader, projectId: number): Promise<string | undefined> {
  const ids = await store.listExplicitItems(db, projectId);
  if (ids.length === 0) return undefined;
  const names = await loadNames(db, projectId, new Map());
  return element(
    'top_backlog',
    {},
    ids.map((id) => element('artifact', { artifact_id: names.artifact(id) })),
  );
}

async function writePlannings(db: Reader, projectId: number): Promise<string | undefined> {
  const plannings = await store.listPlannings(db, [projectId]);
  if (plannings.length === 0) return undefined;
  const groups = await userGroupRecords.listGroups(db, projectId);
  const names = await loadNames(db, projectId, new Map(groups.map((group) => [group.id, group.name])));
  const titles = new Map((await store.listTitles(db, projectId)).map((row) => [row.id, row]));
  const written = plannings.map((planning) => {
    const backlogs = planning.backlogTrackerIds.map((id) => leaf('backlog', names.tracker(id)));
    const permissions = planning.priorityGroupIds.flatMap((id) => {
      const ugroup = names.group(id);
      return ugroup === undefined ? [] : [element('permission', { ugroup, type: priorityChange })];
    });
    const attributes = {
      name: planning.name,
      plan_title: titles.get(planning.id)?.plan_title ?? '',
      planning_tracker_id: names.tracker(planning.trackerId),
      backlog_title: titles.get(planning.id)?.backlog_title ?? '',
    };
    return element('planning', attributes, [
      element('backlogs', {}, backlogs),
      ...(permissions.length === 0 ? [] : [element('permissions', {}, permissions)]),
    ]);
  });
  return element('plannings', {}, written);
}
