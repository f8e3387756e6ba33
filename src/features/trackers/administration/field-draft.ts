// A new field as a client describes it, checked and made ready to be written. Pure.
import type { Static } from 'typebox';
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { grantedGroups, groupIds } from '../../projects/index.ts';
import type { Definition, Field, FieldPermission, FieldSettings } from '../definition/definition.ts';
import { requireRoomForValues } from '../definition/list-values.ts';
import { chooseFieldName, readFieldName } from './field-names.ts';
import { isValueList, markDefaults, readDefaults, readValues } from './field-values.ts';
import type { PlannedValue } from './field-values.ts';
import type { FieldChange, NewField } from './fields.schema.ts';
import { fieldTypeOf } from '../fields/index.ts';
import { fieldIs } from '../fields/field-is.ts';

export interface FieldDraft {
  type: string;
  name: string;
  label: string;
  description: string;
  isUsed: boolean;
  isRequired: boolean;
  hasNotifications: boolean;
  settings: FieldSettings;
  /** In order. */
  values: readonly PlannedValue[];
  permissions: Readonly<Record<FieldPermission, readonly number[]>>;
}

type Facts = Pick<
  Static<typeof FieldChange>,
  'specific_properties' | 'default_value' | 'values' | 'bindings' | 'permissions_for_groups'
>;

/** Of one tracker, deleted ones included. */
const fieldsMax = 1000;

/** `original` is the field whose type and values a shared one has. Throws invalid with the part that can't be. */
export function readNewField(
  sent: Omit<Static<typeof NewField>, 'parent_id'>,
  tracker: Definition,
  original: Field | undefined,
): FieldDraft {
  const type = original?.type ?? sent.type;
  const label = sent.label.trim();
  if (label === '') throw invalid(says('tracker-field.blank')`is required`, 'label');
  const isRequired = sent.required ?? false;
  const isUsed = sent.is_used ?? true;
  if (tracker.fieldById.size >= fieldsMax)
    throw invalid(says('tracker-field.many')`a tracker can have at most ${fieldsMax} fields`);
  if (original !== undefined) requireRoomForValues(tracker, original.values.length, 'original_field_id');
  requireMayBeRequired(type, isRequired);
  if (isUsed) requireSingle(tracker, type, undefined);
  const start: FieldSettings =
    original === undefined
      ? { properties: {} }
      : { ...original.settings, originalFieldId: original.settings.originalFieldId ?? original.id };
  const settings = readSettings(sent, type, start, tracker);
  return {
    type,
    name: sent.name === undefined ? chooseFieldName(label, type, tracker) : readFieldName(sent.name),
    label,
    description: sent.description ?? '',
    isUsed,
    isRequired,
    hasNotifications: sent.has_notifications ?? false,
    settings,
    values: original === undefined ? readNewValues(sent, settings, tracker) : [],
    permissions: { ...defaultPermissions(type), ...readFieldPermissions(sent.permissions_for_groups, tracker) },
  };
}

/** Throws invalid where nobody could fill the field. */
export function requireMayBeRequired(type: string, isRequired: boolean): void {
  const { kind } = fieldTypeOf(type);
  if (isRequired && (kind === 'structure' || kind === 'derived'))
    throw invalid(
      says('tracker-field.never-required')`a field of type ${type} can't be set by users, so it can't be required`,
      'required',
    );
}

/** Throws invalid where the tracker uses another field of a type that it can have once. */
export function requireSingle(tracker: Definition, type: string, ownId: number | undefined): void {
  const other =
    fieldTypeOf(type).isSingle === true
      ? tracker.fields.find((field) => field.type === type && field.id !== ownId)
      : undefined;
  if (other !== undefined)
    throw invalid(
      says('tracker-field.one-only')`the tracker already has a field of type ${type}: "${other.label}", ID ${other.id}`,
      'type',
    );
}

/** As archives without permissions have them, less what a type never needs. */
function defaultPermissions(type: string): Record<FieldPermission, number[]> {
  const { kind } = fieldTypeOf(type);
  if (kind === 'structure') return { read: [], submit: [], update: [] };
  const read = [groupIds.anonymous];
  return kind === 'derived'
    ? { read, submit: [], update: [] }
    : { read, submit: [groupIds.registered], update: [groupIds.members] };
}

const permissionKeys = { can_read: 'read', can_submit: 'submit', can_update: 'update' } as const;

/** The permissions that are given, others left out. Throws invalid. */
export function readFieldPermissions(
  sent: Facts['permissions_for_groups'],
  tracker: Definition,
): Partial<Record<FieldPermission, number[]>> {
  const found: Partial<Record<FieldPermission, number[]>> = {};
  for (const key of ['can_read', 'can_submit', 'can_update'] as const) {
    const groups = sent?.[key];
    if (groups !== undefined)
      found[permissionKeys[key]] = grantedGroups.readGroupIds(groups, tracker, `permissions_for_groups.${key}`);
  }
  return found;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The content of the shapes in which GET shows defaults of texts and computed numbers. */
function plainDefault(sent: unknown): unknown {
  if (!isRecord(sent)) return sent;
  return 'content' in sent ? sent['content'] : sent['value'];
}

/** Settings after a change; what is not sent stays. Throws invalid. */
export function readSettings(
  sent: Facts,
  type: string,
  current: FieldSettings,
  tracker: Definition,
  path = 'specific_properties',
): FieldSettings {
  const isList = fieldTypeOf(type).list !== undefined;
  const given: Record<string, unknown> = { ...(isRecord(sent.specific_properties) ? sent.specific_properties : {}) };
  const hasDefault = 'default_value' in given || 'default_value_type' in given;
  const takesDefault = !isList && fieldTypeOf(type).kind !== 'derived' && fieldTypeOf(type).kind !== 'structure';
  const isPlain = sent.default_value !== undefined && !hasDefault && takesDefault;
  const isNone = sent.default_value === null || sent.default_value === '';
  if (isPlain && (!isNone || 'default_value' in current.properties))
    given['default_value'] = plainDefault(sent.default_value);
  const properties = { ...current.properties, ...fieldTypeOf(type).readProperties(given, path) };
  requireFittingDefault(type, properties, tracker);
  const currentKind = current.bind?.kind;
  const kind = sent.bindings?.type ?? currentKind;
  if (!isList) {
    if (sent.bindings?.type !== undefined && sent.bindings.type !== null && takesDefault)
      throw invalid(says('tracker-field.no-list')`a field of type ${type} is not a list`, 'bindings.type');
    return { ...current, properties };
  }
  if (currentKind !== undefined && kind !== currentKind)
    throw invalid(
      says('tracker-field.bound')`the list is bound to ${currentKind} values, which can't be changed`,
      'bindings.type',
    );
  return { ...current, properties, bind: readBind(sent, current.bind, kind ?? 'static', tracker) };
}

/** A default value must be one that the field itself would take. */
function requireFittingDefault(type: string, properties: Readonly<Record<string, string>>, tracker: Definition): void {
  const value = properties['default_value'];
  const isParsed = fieldIs.line({ type }) || fieldIs.text({ type }) || fieldIs.number({ type });
  if (value === undefined || value === '' || !isParsed) return;
  const field: Field = {
    id: 0,
    trackerId: tracker.id,
    parentId: null,
    name: '',
    label: 'default_value',
    description: '',
    type,
    rank: 0,
    isUsed: true,
    isRequired: false,
    hasNotifications: false,
    settings: { properties: { ...properties } },
    values: [],
    openValues: [],
    permissions: { read: [], submit: [], update: [] },
  };
  fieldTypeOf(type).parse({ field_id: 0, value }, { field, definition: tracker, nowMs: 0, path: 'default_value' });
}

type Bind = NonNullable<FieldSettings['bind']>;

function readBind(sent: Facts, current: Bind | undefined, kind: Bind['kind'], tracker: Definition): Bind {
  const bind = current ?? { kind, groups: [], defaultUserIds: [], noneColor: '' };
  if (kind !== 'users') return bind;
  const list = sent.bindings?.list;
  if (list === undefined && current === undefined)
    throw invalid(
      says('tracker-field.no-people')`a list of users needs its groups, such as [{"id": 3}] for the members`,
      'bindings.list',
    );
  return {
    ...bind,
    groups: list === undefined ? bind.groups : list.map(({ id }, index) => readBoundGroup(String(id), index, tracker)),
    defaultUserIds: sent.default_value === undefined ? bind.defaultUserIds : readUserIds(sent.default_value),
  };
}

const boundGroups: Readonly<Record<string, string>> = {
  '0': 'artifact_submitters',
  '2': 'registered_users',
  '3': 'group_members',
  '4': 'group_admins',
};

/** How settings call a group whose people are offered. Throws invalid. */
function readBoundGroup(text: string, index: number, { project, groupNames }: Definition): string {
  const path = `bindings.list[${index}].id`;
  const id = text.startsWith(`${project.id}_`) ? text.slice(`${project.id}_`.length) : text;
  const builtIn = boundGroups[id];
  if (builtIn !== undefined) return builtIn;
  if (groupNames.has(Number(id))) return `ugroup_${Number(id)}`;
  throw invalid(
    says('tracker-field.nobody')`"${text}" is not a group of users; use 0, 2, 3, 4 or the ID of a group of the project`,
    path,
  );
}

const readUserIds = (sent: unknown): number[] => [
  ...new Set(
    readDefaults(sent).map(({ id, path }) => {
      if (id === undefined || !/^\d{1,15}$/.test(id))
        throw invalid(says('tracker-field.person')`takes {"id": user}`, path);
      return Number(id);
    }),
  ),
];

/** People and types that are no lists have no values of their own. */
function readNewValues(sent: Facts, { bind }: FieldSettings, tracker: Definition): PlannedValue[] {
  if (bind === undefined || bind.kind === 'users') return [];
  const values = readValues(isValueList(sent.values) ? sent.values : [], bind.kind, undefined, tracker);
  if (values.length > 0) requireRoomForValues(tracker, values.length, 'values');
  return sent.default_value === undefined ? values : markDefaults(values, sent.default_value, tracker);
}
