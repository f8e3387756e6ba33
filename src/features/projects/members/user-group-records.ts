// User groups and their members as they are stored, whoever may see them.
import {
  findGroup,
  listGroups,
  listGuestIds,
  listGuestNames,
  listMemberIdsOf,
  membersOfGroups,
  membersAndGuests,
  insertGroupMembers,
  insertGuests,
  saveGuest,
  insertRoleMember,
  saveMember,
} from '../groups/user-groups.store.ts';
import { locateGroup, createGroup } from './user-groups.service.ts';
import { joinsByGroup } from './member-changes.ts';

export const userGroupRecords = {
  findGroup,
  listGroups,
  locateGroup,
  listGuestIds,
  listGuestNames,
  listMemberIdsOf,
  membersOfGroups,
  membersAndGuests,
  createGroup,
  insertGroupMembers,
  insertGuests,
  saveGuest,
  insertRoleMember,
  saveMember,
  joinsByGroup,
};
