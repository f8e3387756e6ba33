// The values of a list as a client sends them: new ones, changed ones, their order and which are chosen by default. Pure.
import type { Static } from 'typebox';
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { grantedGroups, userGroupNames } from '../../projects/index.ts';
import { colorNames } from '../definition/colors.ts';
import type { BindKind, Definition, ListValue } from '../definition/definition.ts';
import type { FieldChange } from './fields.schema.ts';

/** A value as it is to be. */
export interface PlannedValue extends Omit<ListValue, 'id'> {
  /** Of a value that the field has. */
  id: number | undefined;
  /** What the request calls it. */
  sentId: string | undefined;
}

/** The project that groups belong to, and its static groups. */
type GroupScope = Pick<Definition, 'project' | 'groupNames'>;

type SentValues = NonNullable<Static<typeof FieldChange>['values']>;
type SentValue = Extract<SentValues, unknown[]>[number];

/** Static values and user groups are rows of their own; people are not. */
export type ValueKind = Exclude<BindKind, 'users'>;

/** Values that people added to an open list themselves are not among those that are planned. */
const isOpen = ({ id }: SentValue): boolean => typeof id === 'string' && /^o\d+$/.test(id);

export const isValueList = (sent: Static<typeof FieldChange>['values']): sent is SentValue[] => Array.isArray(sent);

/** Throws invalid for what is no colour. */
function readColor(text: string, path: string): string {
  if (text === '' || colorNames.some((name) => name === text)) return text;
  if (/^#[0-9a-f]{6}$/i.test(text)) return text.toUpperCase();
  throw invalid(
    says('tracker-value.colour')`"${text}" is not a colour; use #RRGGBB or one of ${colorNames.join(', ')}`,
    path,
  );
}

export function readLabel(text: string | undefined, path: string): string {
  if (text === undefined || text.trim() === '')
    throw invalid(says('tracker-value.blank')`a static value needs a label`, path);
  return text.trim();
}

/**
 * Values as they are to be, in order; `existing` are those that the field has, undefined for a new field. There all ids
 * are names, elsewhere negative ones of values that are to be added. Throws invalid.
 */
export function readValues(
  sent: readonly SentValue[],
  kind: ValueKind,
  existing: readonly ListValue[] | undefined,
  scope: GroupScope,
): PlannedValue[] {
  const seen = new Set<string>();
  return sent.flatMap((value, index) => {
    if (isOpen(value)) return [];
    const path = `values[${index}]`;
    const sentId = value.id === undefined ? undefined : String(value.id);
    if (sentId !== undefined && seen.has(sentId))
      throw invalid(says('tracker-value.twice')`the value ${sentId} is listed twice`, `${path}.id`);
    if (sentId !== undefined) seen.add(sentId);
    const old = existing?.find((known) => String(known.id) === sentId);
    const isNew = existing === undefined || sentId === undefined || /^-\d+$/.test(sentId);
    if (old === undefined && !isNew)
      throw invalid(says('tracker-value.none')`${sentId} is not a value of this field`, `${path}.id`);
    const group = kind === 'ugroups' ? readGroupOf(value, old, scope, path) : undefined;
    if (group !== undefined && seen.has(`group ${group.groupId}`))
      throw invalid(says('tracker-value.group-twice')`this user group is listed twice`, path);
    if (group !== undefined) seen.add(`group ${group.groupId}`);
    return [
      {
        id: old?.id,
        sentId,
        label: group?.label ?? readLabel(value.label ?? old?.label, `${path}.label`),
        description: value.description ?? old?.description ?? '',
        isHidden: value.is_hidden ?? old?.isHidden ?? false,
        isDefault: old?.isDefault ?? false,
        color:
          value.value_color === undefined ? (old?.color ?? '') : readColor(value.value_color, `${path}.value_color`),
        groupId: group?.groupId,
      },
    ];
  });
}

function readGroupOf(
  value: SentValue,
  old: ListValue | undefined,
  scope: GroupScope,
  path: string,
): { groupId: number | undefined; label: string } {
  if (old !== undefined) return { groupId: old.groupId, label: old.label };
  if (value.ugroup_reference === undefined)
    throw invalid(says('tracker-value.group-form')`must refer to a user group by ugroup_reference: {"id": …}`, path);
  const groupId = grantedGroups.readGroupId(value.ugroup_reference.id, scope, `${path}.ugroup_reference.id`);
  return {
    groupId,
    label: userGroupNames.viewMinimalGroup(groupId, scope.project.id, scope.groupNames.get(groupId)).key,
  };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** The entries of `default_value` of a list, each by an id or a label. Throws invalid. */
export function readDefaults(sent: unknown): { id: string | undefined; label: string | undefined; path: string }[] {
  if (sent === null || sent === '') return [];
  if (!isList(sent))
    throw invalid(
      says('tracker-value.defaults-form')`of a list takes a list such as [{"id": 12}] or [{"label": "Open"}]`,
      'default_value',
    );
  return sent.map((entry, index) => {
    const path = `default_value[${index}]`;
    const { id, label } = isRecord(entry) ? entry : { id: entry, label: undefined };
    const isId = typeof id === 'number' || typeof id === 'string';
    if (!isId && typeof label !== 'string')
      throw invalid(says('tracker-value.default-form')`takes {"id": …} or {"label": …}`, path);
    return { id: isId ? String(id) : undefined, label: typeof label === 'string' ? label : undefined, path };
  });
}

/** The values with those marked that `default_value` names. Throws invalid for one that the list doesn't have. */
export function markDefaults(
  values: readonly PlannedValue[],
  sent: unknown,
  { project }: Pick<GroupScope, 'project'>,
): PlannedValue[] {
  const chosen = new Set<PlannedValue>();
  for (const { id, label, path } of readDefaults(sent)) {
    const found = values.find((value) => {
      if (id === undefined) return value.label === label;
      if (value.groupId !== undefined && userGroupNames.groupRestId(value.groupId, project.id) === id) return true;
      return (value.sentId ?? String(value.id)) === id;
    });
    if (found === undefined)
      throw invalid(says('tracker-value.no-default')`the list has no value ${id ?? `"${label}"`}`, path);
    chosen.add(found);
  }
  return values.map((value) => ({ ...value, isDefault: chosen.has(value) }));
}
