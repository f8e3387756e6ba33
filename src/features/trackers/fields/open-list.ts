// Field type `tbl`: a list to which people add values. Shown here; what is sent must be what it holds.
import { Type } from 'typebox';
import { displayName, viewUser } from '../../people/index.ts';
import { viewMinimalGroup } from '../../projects/index.ts';
import { findValue } from '../definition.ts';
import { bindKind, viewBoundGroups, viewDefaults, viewOffered, viewStaticValue } from './bind.ts';
import { defineStoredType } from './field-type.ts';
import type { ShowContext } from './field-type.ts';
import { readByRules } from './properties.ts';

/** Ids of bound values (list values, people, groups) and of values that people added. */
const StoredOpenList = Type.Object({ bound: Type.Array(Type.Integer()), open: Type.Array(Type.Integer()) });

function showBound(id: number, context: ShowContext): { object: Record<string, unknown>; label: string }[] {
  const { field, definition, baseUrl } = context;
  if (bindKind(field) === 'users') {
    const user = context.user(id);
    return user === undefined ? [] : [{ object: viewUser(user, baseUrl), label: displayName(user) }];
  }
  const value = findValue(field, id);
  if (value === undefined) return [];
  if (value.groupId === undefined) return [{ object: viewStaticValue(value), label: value.label }];
  const group = viewMinimalGroup(value.groupId, definition.project.id, definition.groupNames.get(value.groupId));
  return [{ object: group, label: group.label }];
}

export const openListType = defineStoredType({
  schema: StoredOpenList,
  isEmpty: (stored) => stored.bound.length + stored.open.length === 0,
  show(stored, context) {
    const chosen = stored ?? { bound: [], open: [] };
    const open = chosen.open.flatMap((id) => context.field.openValues.find((value) => value.id === id) ?? []);
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
  mentions: (stored) => ({ users: stored.bound }),
  readProperties: readByRules({ hint: 'text' }),
  describe(context) {
    const { field } = context;
    const hint = field.settings.properties['hint'] ?? '';
    const open = field.openValues.map(({ id, label, isHidden }) => ({
      id: `o${id}`,
      value_color: '',
      label,
      is_hidden: isHidden,
    }));
    return {
      values:
        bindKind(field) === 'users'
          ? { resource: { type: 'users', uri: 'users/?query=' } }
          : [...viewOffered(context), ...open],
      bindings: { type: bindKind(field), list: viewBoundGroups(field, context.definition) },
      defaultValue: viewDefaults(context),
      specificProperties: { hint },
      extra: { hint },
    };
  },
});
