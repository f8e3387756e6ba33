// Field type `tbl`: a list to which people add values, bound to static values, people or user groups.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { shapeCheck } from '../../../../platform/texts/shape.ts';
import { invalid } from '../../../../platform/errors.ts';
import { says } from '../../../../platform/texts/said.ts';
import { displayName, viewUser } from '../../../people/index.ts';
import { findOpenValue, findOpenValueByLabel, findValue } from '../../definition/definition.ts';
import { bindKind, defaultIds, viewBoundGroups, viewDefaults, viewOffered, viewStaticValue } from '../bind.ts';
import { defineStoredType } from '../define-type.ts';
import type { DescribeContext, NamedValue, ParseContext, ShowContext, ValueChecks } from '../field-type.ts';
import { readOpenList, viewGroupOf } from './open-list-input.ts';
import type { HeldValue } from './open-list-input.ts';
import { readByRules } from '../properties.ts';
import { findMovedChoice } from '../moves.ts';
import type { ValueMove } from '../moves.ts';
import { requireListed, warnOfValue } from '../archived.ts';
import type { ArchivedValue, ArchiveMeanings } from '../archived.ts';
import { archiveAdded, archiveChosen } from '../list/archived-choices.ts';

/**
 * Ids of bound values (list values, people, groups) and of values that people added. `named` are what a client named by a
 * text, until they were looked up; those that nobody knows become values when they are saved. Nothing saved has it.
 */
const StoredOpenList = Type.Object({
  bound: Type.Array(Type.Integer()),
  open: Type.Array(Type.Integer()),
  named: Type.Optional(
    Type.Array(
      Type.Object({
        by: Type.Union([Type.Literal('label'), Type.Literal('username'), Type.Literal('email')]),
        text: Type.String(),
        path: Type.String(),
      }),
    ),
  ),
});

type StoredOpenList = Static<typeof StoredOpenList>;

const isOpenList = shapeCheck(StoredOpenList);

function showBound(id: number, context: ShowContext): { object: Record<string, unknown>; label: string }[] {
  const { field, definition, baseUrl } = context;
  if (bindKind(field) === 'users') {
    const user = context.user(id);
    return user === undefined ? [] : [{ object: viewUser(user, baseUrl), label: displayName(user) }];
  }
  const value = findValue(field, id);
  if (value === undefined) return [];
  if (value.groupId === undefined) return [{ object: viewStaticValue(value), label: value.label }];
  const group = viewGroupOf(value, definition);
  return [{ object: group, label: group.label }];
}

/** What the artifact holds, with its labels; people are not among it, because their names are not known here. */
function listHeld({ current, field, definition }: ParseContext): HeldValue[] {
  if (!isOpenList(current)) return [];
  const boundValues = bindKind(field) === 'users' ? [] : current.bound.flatMap((id) => findValue(field, id) ?? []);
  return [
    ...boundValues.map((value): HeldValue => {
      const label = value.groupId === undefined ? value.label : viewGroupOf(value, definition).label;
      return { key: 'bound', id: value.id, label };
    }),
    ...current.open
      .flatMap((id) => findOpenValue(field, id) ?? [])
      .map(({ id, label }): HeldValue => ({ key: 'open', id, label })),
  ];
}

const without = (ids: readonly number[], others: readonly number[]): number[] =>
  ids.filter((id) => !others.includes(id));

/** Throws invalid for people that the field does not offer, unless the artifact holds them already. */
async function resolvePeople(
  { bound, open, named = [] }: StoredOpenList,
  { field, path, current }: ParseContext,
  checks: ValueChecks,
): Promise<StoredOpenList> {
  const held = isOpenList(current) ? current.bound : [];
  const users = await checks.findNamedUsers(field, named, held);
  const unknown: NamedValue[] = [];
  for (const [index, one] of named.entries()) {
    const user = users[index];
    if (user !== undefined) bound.push(user);
    else if (one.by !== 'username') unknown.push(one);
    else
      throw invalid(
        says('open-list.nobody')`the field "${field.label}" has no user "${one.text}" among its values`,
        one.path,
      );
  }
  const [foreign] = await checks.findForeignUsers(field, without(bound, held));
  if (foreign !== undefined)
    throw invalid(says('list.no-user')`user ${foreign} is not a value of the field "${field.label}"`, path);
  const known = unknown.map(({ text }) => findOpenValueByLabel(field, text)?.id);
  return finish(
    bound,
    [...open, ...known.filter((id) => id !== undefined)],
    unknown.filter((_one, index) => known[index] === undefined),
  );
}

/** `named` is left out when it is empty, so that equal values are written equally. */
const finish = (
  bound: readonly number[],
  open: readonly number[],
  named: readonly NamedValue[] = [],
): StoredOpenList => ({
  bound: [...new Set(bound)],
  open: [...new Set(open)],
  ...(named.length === 0 ? {} : { named: [...named] }),
});

/** Values that people added are found by their labels too, among those of either sort. */
function moveValues(stored: StoredOpenList, move: ValueMove): StoredOpenList {
  const { source, target } = move;
  const bound = stored.bound.flatMap((id) => findMovedChoice(id, move) ?? []);
  const open: number[] = [];
  for (const id of stored.open) {
    const label = findOpenValue(source, id)?.label;
    const ofTarget = label === undefined ? undefined : findOpenValueByLabel(target, label)?.id;
    const fixed = bindKind(target) === 'static' ? target.values.find((value) => value.label === label)?.id : undefined;
    if (ofTarget !== undefined) open.push(ofTarget);
    else if (fixed !== undefined) bound.push(fixed);
  }
  return { bound: [...new Set(bound)], open };
}

function readArchived(archived: ArchivedValue, meanings: ArchiveMeanings): StoredOpenList {
  const bound = new Set<number>();
  const open = new Set<number>();
  for (const value of requireListed(archived, meanings.field).values) {
    const openId = meanings.openValue(value);
    const id = openId === undefined ? meanings.value(value) : undefined;
    if (openId !== undefined) open.add(openId);
    else if (id === undefined) warnOfValue(value, meanings);
    else if (id !== 'none') bound.add(id);
  }
  return { bound: [...bound], open: [...open] };
}

export const openListType = defineStoredType({
  list: { takesMany: true, isOpen: true },
  readCell: (text) => ({ bind_value_ids: text.split(';').map((part) => part.trim()) }),
  toArchive: ({ bound, open }, names) => ({
    kind: 'open_list',
    bind: bindKind(names.field),
    values: [...archiveChosen(bound, names), ...archiveAdded(open, names)],
  }),
  fromArchive: readArchived,
  emptied: { bind_value_ids: [] },
  flatten: ({ bind_value_ids: labels }) => (Array.isArray(labels) ? labels.map(String) : []),
  takeMoved: (stored, move) => (isOpenList(stored) ? moveValues(stored, move) : stored),
  schema: StoredOpenList,
  entryKeys: { counts: ['bind_value_ids', 'value'], shown: ['bind_value_objects', 'bind_type'] },
  parse(entry, context) {
    const read = readOpenList(entry, context, listHeld(context));
    return read === undefined ? undefined : finish(read.bound, read.open, read.named);
  },
  resolve: async (parsed, context, checks) =>
    bindKind(context.field) === 'users' ? resolvePeople(parsed, context, checks) : parsed,
  async settle(stored, nameValues) {
    if (stored.named === undefined) return stored;
    const made = await nameValues(stored.named.map(({ text }) => text));
    return finish(stored.bound, [...stored.open, ...made]);
  },
  isEmpty: ({ bound, open, named = [] }) => bound.length + open.length + named.length === 0,
  defaultValue: ({ field }) => finish(defaultIds(field), []),
  show(stored, context) {
    const chosen = stored ?? { bound: [], open: [] };
    const open = chosen.open.flatMap((id) => context.openValue(id) ?? []);
    const bound = chosen.bound.flatMap((id) => showBound(id, context));
    return {
      bind_value_objects: [
        ...bound.map((entry) => entry.object),
        ...open.map(({ id, label }) => ({ id: `o${id}`, label })),
      ],
      bind_value_ids: [...bound.map((entry) => entry.label), ...open.map((value) => value.label)],
      bind_type: bindKind(context.field),
    };
  },
  search: 'open-list',
  keys: (stored) => [...stored.bound, ...stored.open.map((id) => -id)],
  mentions: (stored) => ({ users: stored.bound, openValues: stored.open }),
  readProperties: readByRules({ hint: 'text' }),
  describe(context) {
    const { field } = context;
    const hint = field.settings.properties['hint'] ?? '';
    return {
      values: viewValues(context),
      bindings: { type: bindKind(field), list: viewBoundGroups(field, context.definition) },
      defaultValue: viewDefaults(context),
      specificProperties: { hint },
      extra: { hint },
    };
  },
});

function viewValues(context: DescribeContext): unknown {
  const { field, definition } = context;
  const open = field.openValues.map(({ id, label, isHidden }) => ({
    id: `o${id}`,
    value_color: '',
    label,
    is_hidden: isHidden,
  }));
  switch (bindKind(field)) {
    case 'users':
      return { resource: { type: 'users', uri: 'users/?query=' } };
    case 'ugroups':
      return field.values.map((value) => viewGroupOf(value, definition));
    case 'static':
      return [...viewOffered(context), ...open];
  }
}
