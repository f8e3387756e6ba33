// Groups that a tracker tells something: those whose members are known.
import { invalid } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { grantedGroups, groupIds, userGroupNames } from '../projects/index.ts';
import type { Definition } from '../trackers/index.ts';

/** The id of the group that REST calls so. Throws invalid for what is no group of the project, or has no members of its own. */
export function readNotifiedGroup(tracker: Definition, restId: string, path: string): number {
  const id = grantedGroups.readGroupId(restId, tracker, path);
  const hasMembers = !userGroupNames.isBuiltInGroup(id) || id === groupIds.members || id === groupIds.admins;
  if (!hasMembers)
    throw invalid(
      says('notification.no-members')`has no members; use members, administrators or a group of the project`,
      path,
    );
  return id;
}
