// Field type `perm`: limits an artifact to some user groups.
import { Type } from 'typebox';
import { invalid } from '../../../platform/errors.ts';
import { groupIds, groupRestId, groupShortName, parseGroupRestId, viewMinimalGroup } from '../../projects/index.ts';
import { defineStoredType } from './field-type.ts';
import type { ParseContext } from './field-type.ts';
import type { SubmittedValue } from './submitted-value.ts';

/** Groups that may see the artifact; empty for no limit. */
const StoredGroups = Type.Array(Type.Integer());

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** `value.granted_groups` is the documented form; `granted_groups_ids` is what GET shows. */
function readGroups(entry: SubmittedValue, { field, path }: ParseContext): readonly unknown[] | undefined {
  const { value } = entry;
  if (typeof value === 'object' && value !== null && 'granted_groups' in value) {
    const granted: unknown = value.granted_groups;
    if (isList(granted)) return granted;
    if (granted === '' || granted === null) return [];
  }
  if (value === undefined) return entry.granted_groups_ids;
  throw invalid(
    `the field "${field.label}" takes {"granted_groups": [user group ids, such as "101_3"]}`,
    `${path}.value`,
  );
}

/** The id that a client names a group by. Throws invalid, with the path `place`, for groups of other projects. */
export function readGroupId(item: unknown, ofProject: number, place: string): number {
  if (typeof item !== 'string' && typeof item !== 'number') {
    throw invalid('a user group id is a text such as "101_3"', place);
  }
  const text = String(item).trim();
  const isBareDynamic = /^\d{1,2}$/.test(text);
  if (isBareDynamic) return Number(text);
  const { id, projectId } = parseGroupRestId(text, place);
  if (projectId !== undefined && projectId !== ofProject) {
    throw invalid(`"${text}" is a group of another project`, place);
  }
  return id;
}

export const permissionType = defineStoredType({
  schema: StoredGroups,
  parse(entry, context) {
    const groups = readGroups(entry, context);
    return groups === undefined
      ? undefined
      : [
          ...new Set(
            groups.map((item, index) =>
              readGroupId(item, context.definition.project.id, `${context.path}.value.granted_groups[${index}]`),
            ),
          ),
        ];
  },
  async check(stored, { field, path }, checks) {
    const [foreign] = await checks.findForeignGroups(stored);
    if (foreign === undefined) return;
    throw invalid(
      `${foreign} is no user group of this project, so the field "${field.label}" can't hold it`,
      `${path}.value.granted_groups`,
    );
  },
  isEmpty: (stored) => stored.length === 0,
  search: 'groups',
  keys: (stored) => [...new Set(stored)],
  show(stored, { definition }) {
    if (stored === undefined) return undefined;
    const nameOf = (id: number): string => groupShortName(id, definition.groupNames.get(id) ?? '');
    return {
      granted_groups: stored.map(nameOf),
      granted_groups_ids: stored.map((id) => groupRestId(id, definition.project.id)),
    };
  },
  describe({ definition }) {
    const { id } = definition.project;
    const dynamic = [groupIds.anonymous, groupIds.registered, groupIds.members, groupIds.admins];
    return {
      values: {
        is_used_by_default: false,
        ugroup_representations: [
          ...dynamic.map((groupId) => viewMinimalGroup(groupId, id)),
          ...[...definition.groupNames].map(([groupId, name]) => viewMinimalGroup(groupId, id, name)),
        ],
      },
      bindings: { type: null, list: [] },
      defaultValue: null,
      specificProperties: [],
    };
  },
});
