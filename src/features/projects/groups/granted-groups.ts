// User groups that a change of permissions names.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { isBuiltInGroup, parseGroupRestId } from './user-groups.ts';

/** The groups that hold a permission, as GET shows them; of each only the id counts. */
const GroupReferences = Type.Array(
  Type.Object({ id: Type.String({ maxLength: 40, description: 'User group id, such as "101_3", "105" or "2".' }) }),
  { maxItems: 200 },
);

/** The project that groups belong to, and the names of its static groups. */
export interface GroupScope {
  project: { id: number };
  groupNames: ReadonlyMap<number, string>;
}

/** Throws invalid for what is no group of the project. */
function readGroupId(text: string, { project, groupNames }: GroupScope, path: string): number {
  const { id, projectId } = parseGroupRestId(text, path);
  if (projectId !== undefined && projectId !== project.id)
    throw invalid(
      says('granted.elsewhere')`"${text}" is a group of another project; use groups of project ${project.id}`,
      path,
    );
  if (!isBuiltInGroup(id) && !groupNames.has(id))
    throw invalid(says('granted.missing')`there is no user group "${text}"`, path);
  return id;
}

/** Ids of the groups, each once. Throws as readGroupId. */
const readGroupIds = (groups: Static<typeof GroupReferences>, scope: GroupScope, path: string): number[] => [
  ...new Set(groups.map((group, index) => readGroupId(group.id, scope, `${path}[${index}].id`))),
];

export const grantedGroups = { GroupReferences, readGroupId, readGroupIds };
