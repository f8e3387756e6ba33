// A tracker's definition as its administrators change it, before they save. Pure.
import { groupNameIn } from '../../../platform/names/group-names.ts';
import { isRecord, listIn, numberIn, recordIn, textIn } from '../../../platform/parse-unknown.ts';
import type { Schemas } from '../../../platform/schemas.ts';
import { settingsOf } from '../form/field-kinds.ts';
import { fieldIs } from '../../fields/index.ts';

export type Semantics = Readonly<NonNullable<Schemas['TrackerDocument']['semantics']>>;

export type Scalar = string | number | boolean | null;

/** A value of a list; new ones have negative ids. */
export interface DraftValue {
  id: number;
  label: string;
  isHidden: boolean;
  colour: string;
  /** Of a list of user groups. */
  groupId?: string | undefined;
}

export const rights = ['can_read', 'can_submit', 'can_update'] as const;
export type Right = (typeof rights)[number];

/** An element of the form; new ones have negative ids. */
export interface DraftField {
  id: number;
  type: string;
  label: string;
  name: string;
  description: string;
  isRequired: boolean;
  notifies: boolean;
  isUsed: boolean;
  /** By name, as the server takes them. */
  properties: Readonly<Record<string, Scalar>>;
  bind: 'static' | 'users' | 'ugroups' | undefined;
  /** Whom a list of people offers. */
  offered: readonly string[];
  values: readonly DraftValue[];
  /** Ids of values, or of people. */
  defaults: readonly number[];
  /** Ids of groups; undefined where everybody has every right. */
  permissions: Readonly<Record<Right, readonly string[]>> | undefined;
  /** Of a new field that has the values of another tracker's list. */
  originalId?: number | undefined;
}

export const trackerRights = [
  'can_access',
  'can_access_submitted_by_group',
  'can_access_assigned_to_group',
  'can_access_submitted_by_user',
  'can_admin',
] as const;
export type TrackerRight = (typeof trackerRights)[number];

export interface DraftTransition {
  /** A value; null: a new artifact. */
  from: number | null;
  to: number;
  groups: readonly string[];
  notEmpty: readonly number[];
  needsComment: boolean;
  /** As the server shows them, without ids. */
  actions: readonly Readonly<Record<string, unknown>>[];
}

export interface DraftWorkflow {
  /** 0: there is none. */
  fieldId: number;
  isUsed: boolean;
  isAdvanced: boolean;
  transitions: readonly DraftTransition[];
}

export const comparators = ['<', '≤', '=', '≥', '>', '≠'] as const;
export type Comparator = (typeof comparators)[number];

/** How the source stands to the target. */
export interface DateRule {
  source: number;
  comparator: Comparator;
  target: number;
}

/** With the value of the source, the target may have that one; `none` among both. */
export interface ListRule {
  source: number;
  sourceValue: number;
  target: number;
  targetValue: number;
}

export interface FieldValue {
  fieldId: number;
  valueId: number;
}

/** What sets a field of this tracker when children change. */
export interface DraftTrigger {
  condition: 'all_of' | 'at_least_one';
  /** Of lists of other trackers. */
  sources: readonly FieldValue[];
  target: FieldValue;
}

/** No value, in rules. */
export const none = 100;

/** Where the elements at the top stand, among the children of all others. */
export const top = 0;

export interface DefinitionDraft {
  fields: Readonly<Record<number, DraftField>>;
  /** What stands in each container in its order, by its id; `top` for the form itself. */
  children: Readonly<Record<number, readonly number[]>>;
  /** To be deleted for good. */
  removed: readonly number[];
  /** `parent`: another tracker of the project, 0 for none. */
  head: Readonly<{
    label: string;
    singularLabel: string;
    itemName: string;
    description: string;
    colour: string;
    /** One emoji, or nothing. */
    icon: string;
    mails: boolean;
    parent: number;
  }>;
  permissions: Readonly<Record<TrackerRight, readonly string[]>>;
  /** null for one that is to go. */
  semantics: Semantics;
  workflow: DraftWorkflow;
  rules: Readonly<{ dates: readonly DateRule[]; lists: readonly ListRule[] }>;
  triggers: readonly DraftTrigger[];
}

type Groups = readonly { id: string }[];
const idsOf = (groups: Groups): string[] => groups.map(({ id }) => id);

const isScalar = (value: unknown): value is Scalar =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

function readProperties(field: Schemas['TrackerField']): Record<string, Scalar> {
  const shown = recordIn(field, 'specific_properties') ?? {};
  const found: Record<string, Scalar> = {};
  for (const { key } of settingsOf(field.type)) {
    const value = shown[key];
    if (isScalar(value)) found[key] = value;
  }
  if (!fieldIs.date(field)) return found;
  const isToday = numberIn(shown, 'default_value_type') === 0;
  const day = typeof field.default_value === 'string' ? field.default_value.slice(0, 10) : '';
  return { ...found, default_value: isToday ? 'today' : day };
}

const isBind = (text: string | null): text is 'static' | 'users' | 'ugroups' =>
  text === 'static' || text === 'users' || text === 'ugroups';

const readValues = (field: Schemas['TrackerField']): DraftValue[] =>
  listIn(field, 'values').flatMap((value) => {
    const id = numberIn(value, 'id');
    if (id === undefined) return [];
    const groupId = textIn(recordIn(value, 'ugroup_reference'), 'id');
    return [
      {
        id,
        label: groupNameIn(recordIn(value, 'ugroup_reference')) ?? textIn(value, 'label') ?? '',
        isHidden: isRecord(value) && value['is_hidden'] === true,
        colour: textIn(value, 'value_color') ?? '',
        ...(groupId === undefined ? {} : { groupId }),
      },
    ];
  });

export const isListType = (type: string): boolean => fieldIs.anyList({ type });

function readDefaults(field: Schemas['TrackerField'], values: readonly DraftValue[]): number[] {
  if (!isListType(field.type)) return [];
  const shown = listIn(field, 'default_value');
  return shown.flatMap((one) => {
    const id = numberIn(one, 'id') ?? values.find(({ groupId }) => groupId === textIn(one, 'id'))?.id;
    return id === undefined ? [] : [id];
  });
}

function readField(field: Schemas['TrackerField']): DraftField {
  const bind = isListType(field.type) && isBind(field.bindings.type) ? field.bindings.type : undefined;
  const values = bind === undefined || bind === 'users' ? [] : readValues(field);
  const granted = field.permissions_for_groups;
  return {
    id: field.field_id,
    type: field.type,
    label: field.label,
    name: field.name,
    description: field.description,
    isRequired: field.required,
    notifies: field.has_notifications,
    isUsed: field.is_used,
    properties: readProperties(field),
    bind,
    offered: bind === 'users' ? field.bindings.list.map(({ id }) => String(id)) : [],
    values,
    defaults: readDefaults(field, values),
    permissions:
      granted === null
        ? undefined
        : {
            can_read: idsOf(granted.can_read),
            can_submit: idsOf(granted.can_submit),
            can_update: idsOf(granted.can_update),
          },
  };
}

function readStructure(
  nodes: readonly unknown[],
  parent: number,
  children: Record<number, readonly number[]>,
): Record<number, readonly number[]> {
  children[parent] = nodes.flatMap((node) => numberIn(node, 'id') ?? []);
  for (const node of nodes) {
    const id = numberIn(node, 'id');
    if (id !== undefined && isRecord(node) && Array.isArray(node['content']))
      readStructure(listIn(node, 'content'), id, children);
  }
  return children;
}

function readTransition(
  transition: NonNullable<Schemas['Tracker']['workflow']>['transitions'][number],
): DraftTransition {
  return {
    from: transition.from_id,
    to: transition.to_id,
    groups: transition.authorized_user_group_ids ?? [],
    notEmpty: transition.not_empty_field_ids ?? [],
    needsComment: transition.is_comment_required ?? false,
    actions: (transition.post_actions ?? []).map(({ id: _id, ...action }) => action),
  };
}

const numbersIn = (value: unknown, key: string): number[] =>
  listIn(value, key).filter((one) => typeof one === 'number');

/** The number under a key, where there is one. */
const partOf = <Key extends string>(value: unknown, key: Key): { [K in Key]?: number } => {
  const found = numberIn(value, key);
  const part: { [K in Key]?: number } = {};
  if (found !== undefined) part[key] = found;
  return part;
};

export const fieldSemantics = ['title', 'description', 'contributor', 'initial_effort', 'velocity'] as const;

function readSemantics(shown: Readonly<Record<string, unknown>>): Semantics {
  const one = (name: string) => recordIn(shown, name);
  const found: NonNullable<Schemas['TrackerDocument']['semantics']> = {};
  for (const name of fieldSemantics) {
    const id = numberIn(one(name), 'field_id');
    if (id !== undefined) found[name] = { field_id: id };
  }
  const status = numberIn(one('status'), 'field_id');
  if (status !== undefined) found.status = { field_id: status, value_ids: numbersIn(one('status'), 'value_ids') };
  if (one('done') !== undefined) found.done = { value_ids: numbersIn(one('done'), 'value_ids') };
  if (one('tooltip') !== undefined) found.tooltip = { field_ids: numbersIn(one('tooltip'), 'field_ids') };
  const card = one('plugin_cardwall_card_fields');
  if (card !== undefined)
    found.plugin_cardwall_card_fields = {
      field_ids: numbersIn(card, 'field_ids'),
      background_color_field_id: numberIn(card, 'background_color_field_id') ?? null,
    };
  const time = one('timeframe');
  const source = numberIn(recordIn(time, 'implied_from_tracker'), 'id');
  if (time !== undefined)
    found.timeframe = {
      ...partOf(time, 'start_date_field_id'),
      ...partOf(time, 'end_date_field_id'),
      ...partOf(time, 'duration_field_id'),
      ...(source === undefined ? {} : { implied_from_tracker: { id: source } }),
    };
  const progress = one('progress');
  const linkType = textIn(progress, 'artifact_link_type');
  if (progress !== undefined)
    found.progress = {
      ...partOf(progress, 'total_effort_field_id'),
      ...partOf(progress, 'remaining_effort_field_id'),
      ...(linkType === undefined ? {} : { artifact_link_type: linkType }),
    };
  return found;
}

const readFieldValue = (sent: { field_id: number; field_value_id: number }): FieldValue => ({
  fieldId: sent.field_id,
  valueId: sent.field_value_id,
});

/** `all` are the fields out of use, too. */
export function readDefinition(tracker: Schemas['Tracker'], all: readonly Schemas['TrackerField'][]): DefinitionDraft {
  const { workflow, permissions_for_groups: granted } = tracker;
  return {
    fields: Object.fromEntries(all.map((field) => [field.field_id, readField(field)])),
    children: readStructure(tracker.structure, top, {}),
    removed: [],
    head: {
      label: tracker.label,
      singularLabel: tracker.singular_label,
      itemName: tracker.item_name,
      description: tracker.description,
      colour: tracker.color_name,
      icon: tracker.icon,
      mails: tracker.notifications.enabled,
      parent: tracker.parent?.id ?? 0,
    },
    permissions: {
      can_access: idsOf(granted?.can_access ?? []),
      can_access_submitted_by_group: idsOf(granted?.can_access_submitted_by_group ?? []),
      can_access_assigned_to_group: idsOf(granted?.can_access_assigned_to_group ?? []),
      can_access_submitted_by_user: idsOf(granted?.can_access_submitted_by_user ?? []),
      can_admin: idsOf(granted?.can_admin ?? []),
    },
    semantics: readSemantics(tracker.semantics),
    workflow: {
      fieldId: workflow?.field_id ?? 0,
      isUsed: workflow?.is_used === '1',
      isAdvanced: workflow?.is_advanced ?? false,
      transitions: (workflow?.transitions ?? []).map(readTransition),
    },
    rules: {
      dates: (workflow?.rules.dates ?? []).map((rule) => ({
        source: rule.source_field_id,
        comparator: rule.comparator,
        target: rule.target_field_id,
      })),
      lists: (workflow?.rules.lists ?? []).map((rule) => ({
        source: rule.source_field_id,
        sourceValue: rule.source_value_id,
        target: rule.target_field_id,
        targetValue: rule.target_value_id,
      })),
    },
    triggers: (workflow?.triggers ?? []).map(({ condition, triggering_fields: sources, target }) => ({
      condition,
      sources: sources.map(readFieldValue),
      target: readFieldValue(target),
    })),
  };
}

let lowestId = 0;

/** Never the same again: what a draft no longer has may be on its way to the server. */
export const newId = (): number => (lowestId -= 1);

export const changeField = (draft: DefinitionDraft, id: number, change: Partial<DraftField>): DefinitionDraft => {
  const field = draft.fields[id];
  return field === undefined ? draft : { ...draft, fields: { ...draft.fields, [id]: { ...field, ...change } } };
};

/** Whether two values are the same, whatever the order of their keys. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]));
  if (!isRecord(one) || !isRecord(other) || Array.isArray(one) || Array.isArray(other)) return false;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) => isSame(one[key], other[key]));
}
