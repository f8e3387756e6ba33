// Turns the stored semantics of a tracker into the archive's model.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { storedJson } from '../../../platform/database/index.ts';
import type { Progress, Semantic, Timeframe } from '../model/archive-model.ts';
import type { ExportContext, TrackerNames, TrackerSource } from '../model/export-context.ts';
import { createTrackerNames } from '../model/export-context.ts';

const Id = Type.Optional(Type.Integer());
const Ids = Type.Optional(Type.Array(Type.Integer()));
/** What any of them may hold. */
const Settings = Type.Object({
  field_id: Id,
  value_ids: Ids,
  field_ids: Ids,
  background_color_field_id: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  start_date_field_id: Id,
  duration_field_id: Id,
  end_date_field_id: Id,
  implied_from_tracker: Type.Optional(Type.Object({ id: Type.Integer() })),
  total_effort_field_id: Id,
  remaining_effort_field_id: Id,
  artifact_link_type: Type.Optional(Type.String()),
});
type Settings = Static<typeof Settings>;
const readSettings = storedJson(Settings);

const base = { line: 0, shortname: undefined, label: undefined, description: undefined };

function exportTimeframe(settings: Settings, names: TrackerNames, context: ExportContext): Timeframe | undefined {
  const parentId = settings.implied_from_tracker?.id;
  if (parentId !== undefined)
    return context.trackers.has(parentId)
      ? { kind: 'inherited', trackerRef: context.names.tracker(parentId) }
      : undefined;
  const startDateFieldRef = names.field(settings.start_date_field_id);
  const durationFieldRef = names.field(settings.duration_field_id);
  const endDateFieldRef = names.field(settings.end_date_field_id);
  if (startDateFieldRef === undefined) return undefined;
  if (durationFieldRef !== undefined) return { kind: 'duration', startDateFieldRef, durationFieldRef };
  return endDateFieldRef === undefined ? undefined : { kind: 'end-date', startDateFieldRef, endDateFieldRef };
}

function exportProgress(settings: Settings, names: TrackerNames): Progress | undefined {
  if (settings.artifact_link_type !== undefined) return { kind: 'links', linkType: settings.artifact_link_type };
  const totalEffortFieldRef = names.field(settings.total_effort_field_id);
  const remainingEffortFieldRef = names.field(settings.remaining_effort_field_id);
  return totalEffortFieldRef === undefined || remainingEffortFieldRef === undefined
    ? undefined
    : { kind: 'effort', totalEffortFieldRef, remainingEffortFieldRef };
}

function exportSemantic(
  name: string,
  settings: Settings,
  names: TrackerNames,
  context: ExportContext,
  statusFieldId: number | undefined,
): Semantic | undefined {
  const fieldRef = names.field(settings.field_id);
  const fieldRefs = (settings.field_ids ?? []).flatMap((id) => names.field(id) ?? []);
  const valueRefs = (settings.value_ids ?? []).flatMap((id) => names.value(statusFieldId, id) ?? []);
  switch (name) {
    case 'title':
    case 'description':
    case 'contributor':
    case 'initial_effort':
    case 'velocity':
      return fieldRef === undefined ? undefined : { ...base, type: name, fieldRef };
    case 'status':
      return fieldRef === undefined ? undefined : { ...base, type: name, fieldRef, openValueRefs: valueRefs };
    case 'done':
      return { ...base, type: name, closedValueRefs: valueRefs };
    case 'timeframe': {
      const timeframe = exportTimeframe(settings, names, context);
      return timeframe === undefined ? undefined : { ...base, type: name, timeframe };
    }
    case 'progress': {
      const progress = exportProgress(settings, names);
      return progress === undefined ? undefined : { ...base, type: name, progress };
    }
    case 'tooltip':
      return { ...base, type: name, fieldRefs };
    case 'plugin_cardwall_card_fields':
      return {
        ...base,
        type: name,
        fieldRefs,
        backgroundColorFieldRef: names.field(settings.background_color_field_id),
      };
    default:
      return undefined;
  }
}

/** Semantics whose fields are there. */
export function exportSemantics(context: ExportContext, source: TrackerSource): Semantic[] {
  const names = createTrackerNames(context, source);
  const statusFieldId = source.definition.semantics.status?.field_id;
  return source.rows.semantics.flatMap((row) => {
    const settings = readSettings(row.settings_json, `semantic ${row.name}`);
    return exportSemantic(row.name, settings, names, context, statusFieldId) ?? [];
  });
}
