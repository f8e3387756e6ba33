// Turns the definition of a tracker into the archive's model.
import type { ArchivePermission, ArchiveTracker, RawBlock, TrackerFlags } from '../model/archive-model.ts';
import { createSummary } from '../model/artifact-summary.ts';
import { groupIds } from '../../projects/index.ts';
import { fieldIs } from '../../trackers/index.ts';
import { createTrackerNames, isExported } from '../model/export-context.ts';
import type { ExportContext, TrackerSource } from '../model/export-context.ts';
import { exportFields } from './export-fields.ts';
import { exportReports } from './export-reports.ts';
import { exportSemantics } from './export-semantics.ts';
import { exportRules, exportWorkflow } from './export-workflow.ts';
import { fieldPermissions } from '../importing/import-fields.ts';
import { trackerPermissions } from '../importing/import-tracker.ts';

const levels = [0, 1, 2] as const;

/** Where the tracker's notifications were switched since it came, the level says so. */
function exportFlags({ definition }: TrackerSource): TrackerFlags {
  const { flags, isNotificationStopped } = definition.settings;
  const read = (name: string): boolean | undefined => (flags[name] === undefined ? undefined : flags[name] === '1');
  const level = levels.find((known) => String(known) === flags['notifications_level']);
  const stopNotification = read('stop_notification');
  const wasStopped = level === undefined ? stopNotification === true : level === 1;
  return {
    instantiateForNewProjects: read('instantiate_for_new_projects'),
    allowCopy: read('allow_copy'),
    logPriorityChanges: read('log_priority_changes'),
    enableEmailGateway: read('enable_emailgateway'),
    stopNotification,
    notificationsLevel: wasStopped === isNotificationStopped ? level : isNotificationStopped ? 1 : 0,
    isDisplayedInNewDropdown: read('is_displayed_in_new_dropdown'),
    usePrivateComments: read('use_private_comments'),
    shouldSendEventInNotification: read('should_send_event_in_notification'),
    enableMoveArtifacts: read('enable_move_artifacts') ?? true,
  };
}

const typeOf = (types: Readonly<Record<string, string>>, permission: string): string =>
  Object.entries(types).find(([, name]) => name === permission)?.[0] ?? permission;

function exportPermissions(context: ExportContext, source: TrackerSource): ArchivePermission[] {
  const { names } = context;
  const { rows } = source;
  const own = createTrackerNames(context, source);
  const nobody = names.group(groupIds.nobody) ?? '';
  const guarded = new Set(rows.fieldPermissions.map(({ field_id }) => field_id));
  const closed = [...source.definition.fieldById.values()].filter(
    (field) => isExported(context, field) && !fieldIs.structure(field) && !guarded.has(field.id),
  );
  return [
    // Where there were none, an import would give the defaults.
    ...(rows.permissions.length > 0
      ? []
      : [{ scope: 'tracker', userGroup: nobody, type: typeOf(trackerPermissions, 'full'), line: 0 } as const]),
    ...closed.map(({ id }): ArchivePermission => {
      return {
        scope: 'field',
        fieldRef: names.field(id),
        userGroup: nobody,
        type: typeOf(fieldPermissions, 'read'),
        line: 0,
      };
    }),
    ...rows.permissions.flatMap(({ ugroup_id, permission }): ArchivePermission[] => {
      const userGroup = names.group(ugroup_id);
      if (userGroup === undefined) return [];
      return [{ scope: 'tracker', userGroup, type: typeOf(trackerPermissions, permission), line: 0 }];
    }),
    ...rows.fieldPermissions.flatMap(({ field_id, ugroup_id, permission }): ArchivePermission[] => {
      const userGroup = names.group(ugroup_id);
      const fieldRef = own.field(field_id);
      if (userGroup === undefined || fieldRef === undefined) return [];
      return [{ scope: 'field', fieldRef, userGroup, type: typeOf(fieldPermissions, permission), line: 0 }];
    }),
  ];
}

/** The tracker without its artifacts; `blocks` are those that were kept of it. */
export async function exportTracker(
  context: ExportContext,
  source: TrackerSource,
  blocks: readonly RawBlock[],
): Promise<ArchiveTracker> {
  const { definition } = source;
  const { db, names, people, trackers } = context;
  await people.load(
    db,
    [...definition.fieldById.values()].flatMap((field) => field.settings.bind?.defaultUserIds ?? []),
  );
  const { parentId, settings } = definition;
  return {
    ref: names.tracker(definition.id),
    parentRef: parentId === null || !trackers.has(parentId) ? undefined : names.tracker(parentId),
    flags: exportFlags(source),
    isDeleted: definition.isDeleted,
    name: definition.name,
    itemName: definition.itemName,
    description: definition.description,
    color: definition.color,
    submitInstructions: settings.submitInstructions,
    browseInstructions: settings.browseInstructions,
    cannedResponses: settings.cannedResponses.map(({ title, body }) => ({ title, body, line: 0 })),
    formElements: exportFields(context, source),
    semantics: exportSemantics(context, source),
    otherSemantics: blocks.filter((block) => block.name === 'semantic'),
    ...exportRules(context, source),
    dependencies: [],
    reports: await exportReports(db, definition.id, createTrackerNames(context, source)),
    workflow: exportWorkflow(context, source),
    permissions: exportPermissions(context, source),
    artifacts: createSummary(),
    otherBlocks: blocks.filter((block) => block.name !== 'semantic'),
    line: 0,
  };
}
