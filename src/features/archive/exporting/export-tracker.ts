// Turns the definition of a tracker into the archive's model.
import type { ArchiveTracker, RawBlock, TrackerFlags } from '../model/archive-model.ts';
import { createSummary } from '../model/artifact-summary.ts';
import type { ExportContext, TrackerSource } from '../model/export-context.ts';
import { exportFields } from './export-fields.ts';
import { fieldRulesConcept } from '../concepts/field-rules.ts';
import { permissionsConcept } from '../concepts/permissions.ts';
import { reportsConcept } from '../concepts/reports.ts';
import { semanticsConcept } from '../concepts/semantics.ts';
import { workflowConcept } from '../concepts/workflow.ts';

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
    ...(await semanticsConcept.export(context, source)),
    otherSemantics: blocks.filter((block) => block.name === 'semantic'),
    ...(await fieldRulesConcept.export(context, source)),
    ...(await reportsConcept.export(context, source)),
    ...(await workflowConcept.export(context, source)),
    ...(await permissionsConcept.export(context, source)),
    artifacts: createSummary(),
    otherBlocks: blocks.filter((block) => block.name !== 'semantic'),
    line: 0,
  };
}
