// Reads what clients send for an open list: labels in bind_value_ids, or objects in value.bind_value_objects.
import { invalid } from '../../../../platform/errors.ts';
import { says } from '../../../../platform/texts/said.ts';
import { requireKnownNames } from '../../../../platform/texts/unknown-name.ts';
import { userGroupNames } from '../../../projects/index.ts';
import { findOpenValue, findOpenValueByLabel, findValue } from '../../definition/definition.ts';
import type { Definition, Field, ListValue } from '../../definition/definition.ts';
import { madeOnce } from '../../../../platform/cache/lookup.ts';
import { bindKind } from '../bind.ts';
import type { NamedValue, ParseContext } from '../field-type.ts';
import type { SubmittedValue } from '../submitted-value.ts';

/** A value that an artifact has in an open list. */
export interface HeldValue {
  key: 'bound' | 'open';
  id: number;
  label: string;
}

export interface OpenListInput {
  bound: number[];
  open: number[];
  named: NamedValue[];
}

/** Characters of one added label; more are answered 400. */
const labelMax = 255;
/** Objects of one value; more are answered 400. */
const itemsMax = 1000;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const viewGroupOf = ({ groupId = 0 }: ListValue, { project, groupNames }: Definition) =>
  userGroupNames.viewMinimalGroup(groupId, project.id, groupNames.get(groupId));

/** Throws invalid for a text that can be no label of a value. */
function requireLabel(text: string, { field }: ParseContext, path: string): string {
  const label = text.trim();
  if ([...label].length > labelMax || /\p{Cc}/u.test(label))
    throw invalid(
      says('open-list.label')`the field "${field.label}" takes labels of one line and at most ${labelMax} characters`,
      path,
    );
  return label;
}

const namesOf = (value: ListValue, definition: Definition): string[] => {
  if (value.groupId === undefined) return [value.label];
  const { id, label, short_name: shortName } = viewGroupOf(value, definition);
  return [id, label, shortName];
};

const boundByName = madeOnce(({ values }: Field, definition: Definition) => {
  const lastFirst = [...values.filter(({ isHidden }) => !isHidden), ...values].toReversed();
  return new Map(lastFirst.flatMap((value) => namesOf(value, definition).map((name) => [name, value] as const)));
});

/** The value that a label, a user group's REST id or its short name stands for; visible ones go first, then the earlier. */
const findBound = ({ field, definition }: ParseContext, text: string): ListValue | undefined =>
  boundByName(field, definition).get(text);

/** An item of bind_value_ids. What the artifact holds already goes first, so that what GET shows changes nothing. */
function readLabel(text: string, context: ParseContext, path: string, held: HeldValue[]): Partial<OpenListInput> {
  if (text.trim() === '') return {};
  const index = held.findIndex((value) => value.label === text);
  const [kept] = index < 0 ? [] : held.splice(index, 1);
  if (kept !== undefined) return { [kept.key]: [kept.id] };
  const label = requireLabel(text, context, path);
  if (bindKind(context.field) === 'users') return { named: [{ by: 'label', text: label, path }] };
  const bound = findBound(context, label);
  return bound === undefined ? readOwnLabel(label, context, path) : { bound: [bound.id] };
}

/** A label that never stands for a bound value. */
function readOwnLabel(text: string, context: ParseContext, path: string): Partial<OpenListInput> {
  const known = findOpenValueByLabel(context.field, text);
  if (known !== undefined) return { open: [known.id] };
  const label = requireLabel(text, context, path);
  const trimmed = findOpenValueByLabel(context.field, label);
  if (trimmed !== undefined) return { open: [trimmed.id] };
  return label === '' ? {} : { named: [{ by: 'label', text: label, path }] };
}

const numberIn = (id: unknown): number | undefined =>
  (typeof id === 'number' && Number.isInteger(id)) || (typeof id === 'string' && /^\d{1,15}$/.test(id))
    ? Number(id)
    : undefined;

function readObject(item: unknown, context: ParseContext, path: string): Partial<OpenListInput> {
  const { field } = context;
  const sent = isObject(item) ? item : {};
  const own = typeof sent['id'] === 'string' ? /^o(\d{1,15})$/.exec(sent['id'])?.[1] : undefined;
  const open = own === undefined ? undefined : findOpenValue(field, Number(own));
  if (open !== undefined && (sent['label'] ?? open.label) === open.label) return { open: [open.id] };
  switch (bindKind(field)) {
    case 'users':
      return readPerson(sent, context, path);
    case 'ugroups':
      return readGroup(sent, context, path);
    case 'static':
      return readStatic(sent, context, path);
  }
}

const explain = ({ field }: ParseContext, keys: string, path: string): Error =>
  invalid(says('open-list.object')`each value of the field "${field.label}" must be an object with ${keys}`, path);

function readStatic(
  sent: Readonly<Record<string, unknown>>,
  context: ParseContext,
  path: string,
): Partial<OpenListInput> {
  const id = numberIn(sent['id']);
  if (id !== undefined) {
    if (findValue(context.field, id) !== undefined) return { bound: [id] };
    if (findOpenValue(context.field, id) !== undefined) return { open: [id] };
    throw invalid(
      says('open-list.no-id')`the field "${context.field.label}" has no value with the id ${id}`,
      `${path}.id`,
    );
  }
  if (typeof sent['label'] !== 'string' || sent['label'].trim() === '')
    throw explain(context, 'an id or a label', path);
  return readOwnLabel(sent['label'], context, `${path}.label`);
}

function readPerson(
  sent: Readonly<Record<string, unknown>>,
  context: ParseContext,
  path: string,
): Partial<OpenListInput> {
  const id = numberIn(sent['id']);
  if (id !== undefined) return { bound: [id] };
  for (const by of ['username', 'email'] as const) {
    const text = sent[by];
    if (typeof text === 'string' && text.trim() !== '')
      return { named: [{ by, text: requireLabel(text, context, `${path}.${by}`), path: `${path}.${by}` }] };
  }
  throw explain(context, 'an id, a username or an email', path);
}

function readGroup(
  sent: Readonly<Record<string, unknown>>,
  context: ParseContext,
  path: string,
): Partial<OpenListInput> {
  const text = sent['id'] ?? sent['short_name'];
  if (typeof text !== 'string' && typeof text !== 'number') throw explain(context, 'an id or a short_name', path);
  const { field, definition } = context;
  const value = field.values.find((offered) => {
    const { id, short_name: shortName } = viewGroupOf(offered, definition);
    return id === String(text) || shortName === text;
  });
  if (value === undefined)
    throw invalid(says('list.no-group-here')`"${text}" is not a user group of the field "${field.label}"`, path);
  return { bound: [value.id] };
}

const join = (parts: readonly Partial<OpenListInput>[]): OpenListInput => ({
  bound: [...new Set(parts.flatMap(({ bound = [] }) => bound))],
  open: [...new Set(parts.flatMap(({ open = [] }) => open))],
  named: parts.flatMap(({ named = [] }) => named),
});

/** `held` is what the artifact has; undefined where the entry says nothing. Throws invalid. */
export function readOpenList(
  entry: SubmittedValue,
  context: ParseContext,
  held: readonly HeldValue[],
): OpenListInput | undefined {
  const { value, bind_value_ids: labels } = entry;
  const { field, path } = context;
  if (isObject(value) && 'bind_value_objects' in value) {
    requireKnownNames(value, ['bind_value_objects'], `${path}.value`);
    const place = `${path}.value.bind_value_objects`;
    const sent: unknown = value['bind_value_objects'];
    const items: unknown = sent === null || sent === '' ? [] : sent;
    if (!Array.isArray(items) || items.length > itemsMax)
      throw invalid(
        says('open-list.many')`the field "${field.label}" takes a list of at most ${itemsMax} objects`,
        place,
      );
    return join(items.map((item: unknown, index) => readObject(item, context, `${place}[${index}]`)));
  }
  if (value !== undefined && value !== null && value !== '')
    throw invalid(
      says(
        'open-list.form',
      )`the field "${field.label}" takes labels in bind_value_ids, or {"bind_value_objects": [objects]}`,
      `${path}.value`,
    );
  if (labels === undefined) return value === undefined ? undefined : join([]);
  const left = [...held];
  return join(
    (labels ?? []).map((item, index) => {
      const place = `${path}.bind_value_ids[${index}]`;
      if (typeof item === 'string') return readLabel(item, context, place, left);
      throw invalid(says('open-list.text')`the labels of the field "${field.label}" must be text`, place);
    }),
  );
}
