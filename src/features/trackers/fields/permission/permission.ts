// Field type `perm`: limits an artifact to some user groups.
import { isDeepStrictEqual } from 'node:util';
import { Type } from 'typebox';
import { invalid } from '../../../../platform/errors.ts';
import { says } from '../../../../platform/texts/said.ts';
import { shapeCheck } from '../../../../platform/texts/shape.ts';
import { requireKnownNames } from '../../../../platform/texts/unknown-name.ts';
import { groupIds, userGroupNames } from '../../../projects/index.ts';
import type { Definition } from '../../definition/definition.ts';
import { defineStoredType } from '../define-type.ts';
import type { ParseContext } from '../field-type.ts';
import type { SubmittedValue } from '../submitted-value.ts';
import { findMovedGroup } from '../moves.ts';
import { refuseArchived } from '../archived.ts';
import type { ArchivedValue, ArchiveMeanings } from '../archived.ts';
import { changeOfItems } from '../value-change.ts';
import type { ChangeItem } from '../value-change.ts';

/** Groups that may see the artifact; empty for no limit. */
const StoredGroups = Type.Array(Type.Integer());

const isGroups = shapeCheck(StoredGroups);

const dynamicGroups = [groupIds.anonymous, groupIds.registered, groupIds.members, groupIds.admins];

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** `value.granted_groups` is the documented form; undefined where there is no `value`. */
function readValue({ value }: SubmittedValue, { field, path }: ParseContext): readonly unknown[] | undefined {
  if (value === undefined) return undefined;
  const place = `${path}.value`;
  if (typeof value === 'object' && value !== null && 'granted_groups' in value) {
    requireKnownNames(value, ['granted_groups', 'is_used_by_default'], place);
    const isUsed =
      'is_used_by_default' in value && [true, 1, '1', 'true'].some((yes) => yes === value.is_used_by_default);
    const { granted_groups: sent } = value;
    // So an empty list comes in XML.
    const granted = sent === '' ? [] : sent;
    if (isList(granted) && isUsed && granted.length === 0)
      throw invalid(
        says('permission.nobody')`the field "${field.label}" restricts the artifact, so it needs a group`,
        `${place}.granted_groups`,
      );
    if (isList(granted)) return granted;
  }
  throw invalid(
    says('permission.form')`the field "${field.label}" takes {"granted_groups": [user group ids, such as "101_3"]}`,
    place,
  );
}

const nameGroup = (id: number, { groupNames }: Definition): string =>
  userGroupNames.groupShortName(id, groupNames.get(id));

const listNamed = (ids: readonly number[], definition: Definition): ChangeItem[] =>
  ids.map((id) => ({
    key: String(id),
    label: userGroupNames.viewMinimalGroup(id, definition.project.id, definition.groupNames.get(id)).label,
  }));

/** The groups that names or ids mean among those of the project. Throws invalid. */
function findGroups(items: readonly (string | number)[], { field, definition }: ParseContext, place: string): number[] {
  const ids = [...dynamicGroups, ...definition.groupNames.keys()];
  const spell = (id: number): string[] => [
    nameGroup(id, definition),
    userGroupNames.groupRestId(id, definition.project.id),
    String(id),
  ];
  const spellings = ids.flatMap((id) => [...new Set(spell(id))].map((text) => ({ id, text })));
  const groups = Map.groupBy(spellings, ({ text }) => text);
  return items.map((item, index) => {
    const text = String(item).trim();
    const [found, another] = groups.get(text) ?? [];
    if (found !== undefined && another === undefined) return found.id;
    const known = ids
      .slice(0, 20)
      .map((id) => nameGroup(id, definition))
      .join(', ');
    throw invalid(
      found === undefined
        ? says(
            'permission.group',
          )`"${text}" is not a user group that the field "${field.label}" can grant; use ${known}`
        : says(
            'permission.groups',
          )`"${text}" can be several user groups that the field "${field.label}" can grant; use ${known}`,
      `${place}[${index}]`,
    );
  });
}

/**
 * GET shows groups twice, by name and by id. Where both come back they must mean the same, or the names the current groups:
 * then the ids were changed. Throws invalid for names that differ, and for names alone that are none: who sends them means a
 * limit.
 */
function readShown(entry: SubmittedValue, context: ParseContext): readonly number[] | undefined {
  const { definition, field, path, current } = context;
  const ids = entry.granted_groups_ids?.map((item, index) =>
    readGroupId(item, definition.project.id, `${path}.granted_groups_ids[${index}]`),
  );
  const { granted_groups: names } = entry;
  if (names === undefined) return ids;
  const place = `${path}.granted_groups`;
  if (ids !== undefined) {
    const isOf = (groups: unknown): boolean =>
      isGroups(groups) &&
      isDeepStrictEqual(
        names,
        groups.map((id) => nameGroup(id, definition)),
      );
    if (isOf(ids) || isOf(current)) return ids;
    throw invalid(
      says('permission.two-forms')`contains other groups than granted_groups_ids; use one of the two`,
      place,
    );
  }
  if (names.length > 0) return findGroups(names, context, place);
  throw invalid(
    says(
      'permission.none',
    )`the field "${field.label}" needs a group here; to remove the restriction, use {"value": {"granted_groups": []}}`,
    place,
  );
}

/** The id that a client names a group by. Throws invalid, with the path `place`, for groups of other projects. */
export function readGroupId(item: unknown, ofProject: number, place: string): number {
  if (typeof item !== 'string' && typeof item !== 'number') {
    throw invalid(says('permission.id')`a user group ID must be text such as "101_3"`, place);
  }
  const text = String(item).trim();
  const isBareDynamic = /^\d{1,2}$/.test(text);
  if (isBareDynamic) return Number(text);
  const { id, projectId } = userGroupNames.parseGroupRestId(text, place);
  if (projectId !== undefined && projectId !== ofProject) {
    throw invalid(says('permission.other-project')`"${text}" is a group of another project`, place);
  }
  return id;
}

/** A limit to groups that are all unknown stays a limit: to nobody. */
function readArchived(archived: ArchivedValue, { field, group, warn }: ArchiveMeanings): number[] {
  if (archived.kind !== 'permissions_on_artifact') throw refuseArchived(archived, field);
  if (!archived.usePermissions) return [];
  const ids = archived.userGroups.flatMap(({ name, id }) => {
    const numeric = Number(id);
    const found = name === undefined ? undefined : group(name);
    const groupId = found ?? (userGroupNames.isBuiltInGroup(numeric) ? numeric : undefined);
    if (groupId === undefined)
      warn(says('left.no-such-group')`there is no user group \`${name ?? String(id)}\`; it is skipped`);
    return groupId ?? [];
  });
  return ids.length === 0 ? [groupIds.nobody] : [...new Set(ids)];
}

export const permissionType = defineStoredType({
  role: 'readers',
  toArchive(stored, { group }) {
    const known = stored.flatMap((id) => group(id) ?? []);
    // Where all groups are gone, others don't get to see the artifact by an import.
    const names =
      known.length === 0 && stored.length > 0 ? [userGroupNames.groupArchiveName(groupIds.nobody) ?? ''] : known;
    const userGroups = names.map((name) => ({ name, id: undefined }));
    return { kind: 'permissions_on_artifact', usePermissions: stored.length > 0, userGroups };
  },
  fromArchive: readArchived,
  takeMoved: (stored, move) => (isGroups(stored) ? stored.flatMap((id) => findMovedGroup(id, move) ?? []) : stored),
  isSingle: true,
  schema: StoredGroups,
  entryKeys: { counts: ['value', 'granted_groups', 'granted_groups_ids'] },
  parse(entry, context) {
    const place = `${context.path}.value.granted_groups`;
    const groups =
      readValue(entry, context)?.map((item, index) =>
        readGroupId(item, context.definition.project.id, `${place}[${index}]`),
      ) ?? readShown(entry, context);
    return groups === undefined ? undefined : [...new Set(groups)];
  },
  async check(stored, { field, path }, checks) {
    const [foreign] = await checks.findForeignGroups(stored);
    if (foreign === undefined) return;
    throw invalid(
      says(
        'permission.unknown',
      )`${foreign} is not a user group of this project, so the field "${field.label}" can't contain it`,
      `${path}.value.granted_groups`,
    );
  },
  isEmpty: (stored) => stored.length === 0,
  search: 'groups',
  keys: (stored) => [...new Set(stored)],
  tellChange: (before = [], after = [], { definition }) =>
    changeOfItems('items', listNamed(before, definition), listNamed(after, definition)),
  show(stored, { definition }) {
    if (stored === undefined) return undefined;
    return {
      granted_groups: stored.map((id) => nameGroup(id, definition)),
      granted_groups_ids: stored.map((id) => userGroupNames.groupRestId(id, definition.project.id)),
    };
  },
  describe({ definition }) {
    const { id } = definition.project;
    return {
      values: {
        is_used_by_default: false,
        ugroup_representations: [
          ...dynamicGroups.map((groupId) => userGroupNames.viewMinimalGroup(groupId, id)),
          ...[...definition.groupNames].map(([groupId, name]) => userGroupNames.viewMinimalGroup(groupId, id, name)),
        ],
      },
      bindings: { type: null, list: [] },
      defaultValue: null,
      specificProperties: [],
    };
  },
});
