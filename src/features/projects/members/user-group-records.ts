// User groups and their members as they are stored, whoever may see them.
import {
  findGroup,
  listGroups,
  listMemberIdsOf,
  membersOfGroups,
  insertGroupMembers,
  insertRoleMember,
  saveMember,
} from '../groups/user-groups.store.ts';
import { locateGroup, createGroup } from './user-groups.service.ts';
import { joinsByGroup } from './member-changes.ts';

export const userGroupRecords = {
  findGroup,
  listGroups,
  locateGroup,
  listMemberIdsOf,
  membersOfGroups,
  createGroup,
  insertGroupMembers,
  insertRoleMember,
  saveMember,
  joinsByGroup,
};
