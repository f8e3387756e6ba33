// From rows to a Definition. Stored JSON is checked here, so that a damaged row is found where it is read.
import { Type } from 'typebox';
import { storedJson } from '../../../platform/database/index.ts';
import type { ProjectRow } from '../../projects/index.ts';
import { comparators } from './definition.ts';
import type { Definition, Field, Semantics, TrackerHead, Trigger, Workflow } from './definition.ts';
import { readStoredActions } from './post-actions.ts';
import { readStoredTrigger } from './triggers.ts';
import type { DefinitionRows, TrackerRow } from './trackers.store.ts';

const Texts = Type.Record(Type.String(), Type.String());

const readFieldSettings = storedJson(
  Type.Object({
    properties: Texts,
    bind: Type.Optional(
      Type.Object({
        kind: Type.Union([Type.Literal('static'), Type.Literal('users'), Type.Literal('ugroups')]),
        groups: Type.Array(Type.String()),
        defaultUserIds: Type.Array(Type.Integer()),
        noneColor: Type.String(),
      }),
    ),
    originalFieldId: Type.Optional(Type.Integer()),
    isDeleted: Type.Optional(Type.Boolean()),
  }),
);

const readTrackerSettings = storedJson(
  Type.Object({
    submitInstructions: Type.String(),
    browseInstructions: Type.String(),
    isNotificationStopped: Type.Boolean(),
    flags: Texts,
    cannedResponses: Type.Array(Type.Object({ title: Type.String(), body: Type.String() })),
    icon: Type.Optional(Type.String()),
    singularLabel: Type.Optional(Type.String()),
  }),
);

const readFieldReference = storedJson(Type.Object({ field_id: Type.Integer() }));
const readStatus = storedJson(Type.Object({ field_id: Type.Integer(), value_ids: Type.Array(Type.Integer()) }));
const readDone = storedJson(Type.Object({ value_ids: Type.Array(Type.Integer()) }));
const readTooltip = storedJson(Type.Object({ field_ids: Type.Array(Type.Integer()) }));
const readTimeframe = storedJson(
  Type.Union([
    Type.Object({ start_date_field_id: Type.Integer(), duration_field_id: Type.Integer() }),
    Type.Object({ start_date_field_id: Type.Integer(), end_date_field_id: Type.Integer() }),
    Type.Object({ implied_from_tracker: Type.Object({ id: Type.Integer(), uri: Type.String() }) }),
  ]),
);
const readProgress = storedJson(
  Type.Union([
    Type.Object({ total_effort_field_id: Type.Integer(), remaining_effort_field_id: Type.Integer() }),
    Type.Object({ artifact_link_type: Type.String() }),
  ]),
);
const readCardFields = storedJson(
  Type.Object({
    field_ids: Type.Array(Type.Integer()),
    background_color_field_id: Type.Union([Type.Integer(), Type.Null()]),
  }),
);

const Ids = Type.Array(Type.Integer());
/** What a transition asks for. */
export const readConditions = storedJson(
  Type.Object({
    groupIds: Ids,
    notEmptyFieldIds: Type.Optional(Ids),
    isCommentRequired: Type.Optional(Type.Boolean()),
  }),
);
const readDateRule = storedJson(Type.Object({ comparator: Type.Enum([...comparators]) }));
const readListRule = storedJson(Type.Object({ source_value_id: Type.Integer(), target_value_id: Type.Integer() }));
/** Builds the definition; `groupNames` are the project's static groups, the rest is as in Definition. */
export function buildDefinition(
  row: TrackerRow,
  project: ProjectRow,
  rows: DefinitionRows,
  groupNames: ReadonlyMap<number, string>,
  { ownLinks = new Map(), unusedLinkTypes = new Set() }: Partial<Pick<Definition, 'ownLinks' | 'unusedLinkTypes'>> = {},
): Definition {
  const fields = buildFields(rows);
  return {
    id: row.id,
    project,
    itemName: row.item_name,
    name: row.name,
    description: row.description,
    color: row.color,
    parentId: row.parent_id,
    isDeleted: row.is_deleted === 1,
    settings: readTrackerSettings(row.settings_json, `settings of tracker ${row.id}`),
    fields: fields.filter((field) => field.isUsed),
    fieldById: new Map(fields.map((field) => [field.id, field])),
    fieldByName: new Map(fields.map((field) => [field.name, field])),
    permissions: buildPermissions(rows.permissions),
    semantics: buildSemantics(rows),
    workflow: buildWorkflow(rows),
    dateRules: rows.rules
      .filter((rule) => rule.kind === 'date')
      .map((rule) => ({
        source_field_id: rule.source_field_id,
        target_field_id: rule.target_field_id,
        ...readDateRule(rule.settings_json, `rule ${rule.id}`),
      })),
    listRules: rows.rules
      .filter((rule) => rule.kind === 'list')
      .map((rule) => ({
        source_field_id: rule.source_field_id,
        target_field_id: rule.target_field_id,
        ...readListRule(rule.settings_json, `rule ${rule.id}`),
      })),
    triggers: rows.triggers
      .map((trigger): Trigger => ({
        id: trigger.id,
        ...readStoredTrigger(trigger.settings_json, `trigger ${trigger.id}`),
      }))
      .filter(({ sources, target }) => [...sources, target].some(({ trackerId }) => trackerId === row.id)),
    groupNames,
    ownLinks,
    unusedLinkTypes,
  };
}

/** Builds the part of a definition that decides who sees the tracker. */
export const buildHead = (
  row: TrackerRow,
  project: ProjectRow,
  permissions: DefinitionRows['permissions'],
): TrackerHead => ({
  id: row.id,
  project,
  name: row.name,
  color: row.color,
  isDeleted: row.is_deleted === 1,
  permissions: buildPermissions(permissions),
});

const buildPermissions = (rows: DefinitionRows['permissions']): Definition['permissions'] => ({
  full: groupsWith(rows, 'full'),
  submitter: groupsWith(rows, 'submitter'),
  assignee: groupsWith(rows, 'assignee'),
  submitter_only: groupsWith(rows, 'submitter_only'),
  admin: groupsWith(rows, 'admin'),
});

const groupsWith = (rows: readonly { permission: string; ugroup_id: number }[], name: string): number[] =>
  rows.filter((row) => row.permission === name).map((row) => row.ugroup_id);

function buildFields(rows: DefinitionRows): Field[] {
  const values = Map.groupBy(rows.values, (value) => value.field_id);
  const openValues = Map.groupBy(rows.openValues, (value) => value.field_id);
  const permissions = Map.groupBy(rows.fieldPermissions, (permission) => permission.field_id);
  return rows.fields.map((row) => {
    const settings = readFieldSettings(row.settings_json, `settings of field ${row.id}`);
    const valueOwner = settings.originalFieldId ?? row.id;
    return {
      id: row.id,
      trackerId: row.tracker_id,
      parentId: row.parent_id,
      name: row.name,
      label: row.label,
      description: row.description,
      type: row.type,
      rank: row.rank,
      isUsed: row.is_used === 1,
      // A computed field is never without a value, so nobody can be asked for one.
      isRequired: row.is_required === 1 && row.type !== 'computed',
      hasNotifications: row.has_notifications === 1,
      settings,
      values: (values.get(valueOwner) ?? []).map((value) => ({
        id: value.id,
        label: value.label,
        description: value.description,
        isHidden: value.is_hidden === 1,
        isDefault: value.is_default === 1,
        color: value.color,
        groupId: value.ugroup_id ?? undefined,
      })),
      openValues: (openValues.get(row.id) ?? []).map((value) => ({
        id: value.id,
        label: value.label,
        isHidden: value.is_hidden === 1,
      })),
      permissions: {
        read: groupsWith(permissions.get(row.id) ?? [], 'read'),
        submit: groupsWith(permissions.get(row.id) ?? [], 'submit'),
        update: groupsWith(permissions.get(row.id) ?? [], 'update'),
      },
    };
  });
}

function buildSemantics(rows: DefinitionRows): Semantics {
  const read = <T>(name: string, reader: (text: string, place: string) => T): T | undefined => {
    const text = rows.semantics.find((row) => row.name === name)?.settings_json;
    return text === undefined ? undefined : reader(text, `semantic ${name}`);
  };
  return {
    title: read('title', readFieldReference),
    description: read('description', readFieldReference),
    status: read('status', readStatus),
    done: read('done', readDone),
    contributor: read('contributor', readFieldReference),
    initial_effort: read('initial_effort', readFieldReference),
    velocity: read('velocity', readFieldReference),
    timeframe: read('timeframe', readTimeframe),
    progress: read('progress', readProgress),
    tooltip: read('tooltip', readTooltip),
    plugin_cardwall_card_fields: read('plugin_cardwall_card_fields', readCardFields),
  };
}

function buildWorkflow(rows: DefinitionRows): Workflow | undefined {
  if (rows.workflow === undefined) return undefined;
  return {
    fieldId: rows.workflow.field_id,
    isUsed: rows.workflow.is_used === 1,
    isAdvanced: rows.workflow.is_advanced === 1,
    transitions: rows.transitions.map((row) => {
      const conditions = readConditions(row.conditions_json, `conditions of transition ${row.id}`);
      return {
        id: row.id,
        fromValueId: row.from_value_id,
        toValueId: row.to_value_id,
        groupIds: conditions.groupIds,
        notEmptyFieldIds: conditions.notEmptyFieldIds ?? [],
        isCommentRequired: conditions.isCommentRequired ?? false,
        actions: readStoredActions(row.actions_json, `actions of transition ${row.id}`),
      };
    }),
  };
}
