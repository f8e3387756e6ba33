// Makes the trackers of an archive: what they are, who may use them, what their fields mean, their reports.
import { says } from '../../../platform/texts/said.ts';
import { groupIds } from '../../projects/index.ts';
import { insertDefinitionRows, insertTracker, mapTakenName, setTrackerParent } from '../../trackers/index.ts';
import type { TrackerPermission, TrackerSettings } from '../../trackers/index.ts';
import type {
  ArchiveReport,
  ArchiveTracker,
  Progress,
  RawBlock,
  Semantic,
  Timeframe,
  TrackerFlags,
} from '../model/archive-model.ts';
import { insertBlock } from '../model/archive.store.ts';
import { fieldIdsOf, findStatusField, warnUnknownGroup } from '../model/import-context.ts';
import type { ImportContext, ImportedField, ImportedTracker } from '../model/import-context.ts';
import { importFieldPermissions, importFields, linkSharedFields } from './import-fields.ts';
import type { Originals } from './import-fields.ts';
import { trackerConcepts } from '../concepts/tracker-concepts.ts';
import { importTriggers } from '../concepts/triggers.ts';
import { attributesOfFlags } from '../model/tracker-flags.ts';
import type { TriggerRule } from '../model/workflow-model.ts';

const isTimeframeInherited = (tracker: ArchiveTracker): boolean =>
  tracker.semantics.some((semantic) => semantic.type === 'timeframe' && semantic.timeframe.kind === 'inherited');

/**
 * Writes all trackers in document order, those that inherit their timeframe last, with fields, permissions, semantics,
 * rules, reports, workflows, hierarchy and triggers. Keys are the archive's references.
 */
export async function importTrackers(
  context: ImportContext,
  models: readonly ArchiveTracker[],
  triggers: readonly TriggerRule[],
  originals: Originals,
): Promise<Map<string, ImportedTracker>> {
  const trackers = new Map<string, ImportedTracker>();
  const late = models.filter(isTimeframeInherited);
  for (const model of [...models.filter((candidate) => !late.includes(candidate)), ...late])
    trackers.set(model.ref, await importTracker(context, model, originals));
  await linkSharedFields(context, trackers.values(), originals);
  for (const tracker of trackers.values()) {
    await importTrackerPermissions(context, tracker);
    await importFieldPermissions(context, tracker);
    await importSemantics(context, tracker, trackers);
    await importReports(context, tracker);
    for (const concept of trackerConcepts) await concept.import(context, tracker, trackers);
    const parent = trackers.get(tracker.model.parentRef ?? '');
    if (parent !== undefined) await setTrackerParent(context.tx, tracker.id, parent.id);
    await keepBlocks(context, tracker.id, [...tracker.model.otherSemantics, ...tracker.model.otherBlocks]);
  }
  await importTriggers(context, [...trackers.values()], triggers);
  return trackers;
}

async function importTracker(
  context: ImportContext,
  model: ArchiveTracker,
  originals: Originals,
): Promise<ImportedTracker> {
  const row = {
    project_id: context.projectId,
    item_name: model.itemName,
    name: model.name,
    description: model.description,
    color: (model.color?.trim() || 'inca-silver').replaceAll('_', '-'),
    parent_id: null,
    is_deleted: model.isDeleted ? 1 : 0,
    last_number: 0,
    settings_json: JSON.stringify(readSettings(model)),
  };
  const id = await insertNamed(context, model, row);
  const fields = await importFields(context, id, model, originals);
  return {
    id,
    model,
    fieldsByRef: new Map(fields.map((field) => [field.element.ref, field])),
    fieldsByName: new Map(fields.map((field) => [field.element.name, field])),
  };
}

async function insertNamed(
  { tx }: ImportContext,
  model: ArchiveTracker,
  row: Parameters<typeof insertTracker>[1],
): Promise<number> {
  try {
    return await insertTracker(tx, row);
  } catch (error) {
    const place = model.line === 0 ? '' : `project.xml, line ${model.line}, <tracker>: \`${model.itemName}\`: `;
    throw mapTakenName(error, place);
  }
}

/** Level 1 means that the tracker notifies nobody; the older `stop_notification` counts where there is no level. */
function readSettings(model: ArchiveTracker): TrackerSettings {
  const { stopNotification, notificationsLevel } = model.flags;
  return {
    submitInstructions: model.submitInstructions,
    browseInstructions: model.browseInstructions,
    isNotificationStopped: notificationsLevel === undefined ? stopNotification === true : notificationsLevel === 1,
    flags: writeFlags(model.flags),
    cannedResponses: model.cannedResponses.map(({ title, body }) => ({ title, body })),
  };
}

/** As attributes of the archive: `1` and `0`, and the level's number. */
function writeFlags(flags: TrackerFlags): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attributesOfFlags(flags)).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(Number(value))]],
    ),
  );
}

export const trackerPermissions: Readonly<Record<string, TrackerPermission>> = {
  PLUGIN_TRACKER_ACCESS_FULL: 'full',
  PLUGIN_TRACKER_ACCESS_SUBMITTER: 'submitter',
  PLUGIN_TRACKER_ACCESS_ASSIGNEE: 'assignee',
  PLUGIN_TRACKER_ACCESS_SUBMITTER_ONLY: 'submitter_only',
  PLUGIN_TRACKER_ADMIN: 'admin',
};

/** A tracker without permissions is open to all who see the project. */
async function importTrackerPermissions(context: ImportContext, tracker: ImportedTracker): Promise<void> {
  const rows = new Map<string, { tracker_id: number; permission: TrackerPermission; ugroup_id: number }>();
  const add = (permission: TrackerPermission, ugroup_id: number): void => {
    rows.set(`${permission} ${ugroup_id}`, { tracker_id: tracker.id, permission, ugroup_id });
  };
  const permissions = (tracker.model.permissions ?? []).filter(({ scope }) => scope === 'tracker');
  if (permissions.length === 0) add('full', groupIds.anonymous);
  for (const permission of permissions) {
    const name = trackerPermissions[permission.type];
    const groupId = context.findGroup(permission.userGroup);
    if (name === undefined)
      context.warn(
        permission.line,
        'permission',
        says('left.right')`there is no permission \`${permission.type}\`; it is passed over`,
      );
    else if (groupId === undefined) warnUnknownGroup(context, permission.line, permission.userGroup);
    else if (groupId !== groupIds.nobody) add(name, groupId);
  }
  await insertDefinitionRows(context.tx, 'tracker_permissions', [...rows.values()]);
}

async function importSemantics(
  context: ImportContext,
  tracker: ImportedTracker,
  trackers: ReadonlyMap<string, ImportedTracker>,
): Promise<void> {
  const rows = tracker.model.semantics.flatMap((semantic) => {
    const settings = readSemantic(context, semantic, tracker, trackers);
    return settings === undefined
      ? []
      : [{ tracker_id: tracker.id, name: semantic.type, settings_json: JSON.stringify(settings) }];
  });
  await insertDefinitionRows(context.tx, 'semantics', rows);
}

/** The stored shape of a semantic; undefined when a field that it needs is missing. */
function readSemantic(
  { warn }: ImportContext,
  semantic: Semantic,
  tracker: ImportedTracker,
  trackers: ReadonlyMap<string, ImportedTracker>,
): Record<string, unknown> | undefined {
  const idOf = (ref: string): number | undefined => tracker.fieldsByRef.get(ref)?.id;
  const valueIds = (refs: readonly string[]): number[] =>
    refs.flatMap((ref) => {
      const id = findStatusField(tracker)?.valueIds.get(ref);
      if (id === undefined)
        warn(
          semantic.line,
          'semantic',
          says('left.no-status')`the field of the status has no value \`${ref}\`; it is left out`,
        );
      return id ?? [];
    });
  switch (semantic.type) {
    case 'status':
      return complete({ field_id: idOf(semantic.fieldRef), value_ids: valueIds(semantic.openValueRefs) });
    case 'done':
      return { value_ids: valueIds(semantic.closedValueRefs) };
    case 'timeframe':
      return readTimeframe(semantic.timeframe, idOf, trackers);
    case 'progress':
      return readProgress(semantic.progress, idOf);
    case 'tooltip':
      return { field_ids: fieldIdsOf(tracker, semantic.fieldRefs) };
    case 'plugin_cardwall_card_fields':
      return {
        field_ids: fieldIdsOf(tracker, semantic.fieldRefs),
        background_color_field_id: idOf(semantic.backgroundColorFieldRef ?? '') ?? null,
      };
    case 'title':
    case 'description':
    case 'contributor':
    case 'initial_effort':
    case 'velocity':
      return complete({ field_id: idOf(semantic.fieldRef) });
  }
}

const complete = (settings: Record<string, unknown>): Record<string, unknown> | undefined =>
  Object.values(settings).includes(undefined) ? undefined : settings;

function readTimeframe(
  timeframe: Timeframe,
  idOf: (ref: string) => number | undefined,
  trackers: ReadonlyMap<string, ImportedTracker>,
): Record<string, unknown> | undefined {
  if (timeframe.kind === 'inherited') {
    const id = trackers.get(timeframe.trackerRef)?.id;
    return id === undefined ? undefined : { implied_from_tracker: { id, uri: `trackers/${id}` } };
  }
  const start = { start_date_field_id: idOf(timeframe.startDateFieldRef) };
  return timeframe.kind === 'duration'
    ? complete({ ...start, duration_field_id: idOf(timeframe.durationFieldRef) })
    : complete({ ...start, end_date_field_id: idOf(timeframe.endDateFieldRef) });
}

const readProgress = (
  progress: Progress,
  idOf: (ref: string) => number | undefined,
): Record<string, unknown> | undefined =>
  progress.kind === 'links'
    ? { artifact_link_type: progress.linkType }
    : complete({
        total_effort_field_id: idOf(progress.totalEffortFieldRef),
        remaining_effort_field_id: idOf(progress.remainingEffortFieldRef),
      });

/**
 * What the references in a piece of XML became, so that it can be read without the archive. `REF` names fields and list
 * values; charts name fields by other attributes too.
 */
function resolveReferences(
  tracker: ImportedTracker,
  xml: string,
  lists: readonly ImportedField[],
): Record<string, number> {
  const found = new Map<string, number>();
  for (const [, name = '', ref = ''] of xml.matchAll(/(?<![\w-])([\w-]+)="([^"]+)"/g)) {
    const list = name === 'REF' ? lists.find(({ valueIds }) => valueIds.has(ref)) : undefined;
    const id = tracker.fieldsByRef.get(ref)?.id ?? list?.valueIds.get(ref);
    if (id !== undefined) found.set(ref, id);
  }
  return Object.fromEntries(found);
}

/** Without a field, values are those of any list of the tracker. */
const readBlock = (tracker: ImportedTracker, block: RawBlock, field?: ImportedField) => ({
  xml: block.xml,
  references: resolveReferences(tracker, block.xml, field === undefined ? [...tracker.fieldsByRef.values()] : [field]),
});

const readReport = (report: ArchiveReport, tracker: ImportedTracker) => ({
  archiveId: report.xmlId ?? null,
  isQueryDisplayed: report.isQueryDisplayed,
  isInExpertMode: report.isInExpertMode,
  expertQuery: report.expertQuery,
  criteria: report.criteria.flatMap(({ fieldRef, rank, isAdvanced, value }) =>
    fieldIdsOf(tracker, [fieldRef]).map((fieldId) => ({
      fieldId,
      rank,
      isAdvanced,
      value:
        value === undefined
          ? null
          : { type: value.type, ...readBlock(tracker, value.block, tracker.fieldsByRef.get(fieldRef)) },
    })),
  ),
  renderers: report.renderers.map((renderer) => ({
    type: renderer.type,
    rank: renderer.rank,
    name: renderer.name,
    description: renderer.description,
    columnFieldIds: fieldIdsOf(tracker, renderer.columnFieldRefs),
    sortFieldIds: fieldIdsOf(tracker, renderer.sortFieldRefs),
    ...readBlock(tracker, renderer.block),
  })),
});

async function importReports(context: ImportContext, tracker: ImportedTracker): Promise<void> {
  const rows = tracker.model.reports.map((report) => ({
    tracker_id: tracker.id,
    owner_id: null,
    name: report.name,
    description: report.description,
    is_default: report.isDefault ? 1 : 0,
    settings_json: JSON.stringify(readReport(report, tracker)),
  }));
  await insertDefinitionRows(context.tx, 'reports', rows);
}

async function keepBlocks(context: ImportContext, trackerId: number, blocks: readonly RawBlock[]): Promise<void> {
  for (const { name, xml } of blocks)
    await insertBlock(context.tx, { project_id: context.projectId, tracker_id: trackerId, name, xml });
}
