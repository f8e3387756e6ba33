// Makes the plannings of an archive, and its backlog where that was filled by hand.
import { insertExplicitBacklog, insertPlanning } from '../../planning/index.ts';
import type { ArchiveBacklog, ArchivePlanning } from '../model/archive-model.ts';
import type { ImportContext } from '../model/import-context.ts';
import { warnUnknownGroup } from './import-fields.ts';

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

/** Writes plannings in document order, without those of trackers that the archive does not have. `trackerIds` by reference. */
export async function importPlannings(
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

/** Writes the backlog where it was filled by hand. `findArtifact` gives ids by reference. */
export async function importBacklog(
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
