// Projects. Its rooms, each of which uses those before it:
// groups/    rows of projects and of user groups
// projects/  projects, who may enter them, and who somebody is there
// members/   user groups and who belongs to them
// services/  what a project offers and how it looks

import './groups/projects.tables.ts';
export { joinsByGroup } from './members/member-changes.ts';
export type { Members } from './members/members.service.ts';
export { HeaderBackground } from './services/appearance.schema.ts';
export { NewReferencePattern } from './services/reference-patterns.schema.ts';
export {
  findOnlySvn,
  insertPattern,
  listOwnLinks,
  listReferencePatterns,
  revisionKeywords,
} from './services/reference-patterns.store.ts';
export { patternsMax } from './services/reference-patterns.service.ts';
export type { NotificationSource } from './services/notification-rules.service.ts';
export { isAddress } from './services/web-address.ts';
export { serviceIcons } from './services/project-services.schema.ts';
export { beginService, isServiceOff, isServiceOn } from './services/project-services.service.ts';
export { listProjectsWithout } from './services/project-services.store.ts';
export {
  lastSystemProjectId,
  readAsAdmin,
  forbiddenIn,
  refuseProject,
  requireLivingProject,
  requireStillLiving,
} from './projects/projects.access.ts';
export { MinimalProject, MinimalUserGroup, Project, ProjectReference } from './groups/projects.schema.ts';
export type { GroupBinding } from './groups/projects.schema.ts';
export { defaultTemplate, defaultTemplateId } from './projects/default-template.ts';
export { createProject, reserveProjectId } from './projects/projects.service.ts';
export { isEmoji, requireEmoji, requireManaging } from './projects/project-changes.service.ts';
export type { ProjectChange } from './projects/project-changes.service.ts';
export type { Page, Projects } from './projects/projects.service.ts';
export { loadProjectRows } from './projects/project-rows.store.ts';
export type { ProjectRows } from './projects/project-rows.store.ts';
export {
  deleteProject,
  findProject,
  findProjectByName,
  insertPlatformService,
  insertService,
  listProjectsByIds,
  updateProject,
} from './projects/projects.store.ts';
export type { ProjectRow } from './projects/projects.store.ts';
export { viewMinimalProject, viewProjectReference, writtenNameOf } from './projects/projects.view.ts';
export {
  findBuiltInGroup,
  groupArchiveName,
  groupIds,
  groupRestId,
  groupShortName,
  isBuiltInGroup,
  otherRoles,
  parseGroupRestId,
  namesOfGroup,
  viewMinimalGroup,
} from './groups/user-groups.ts';
export { whyNotJoin } from './members/member-changes.ts';
export { releaseRights } from './groups/group-rights.store.ts';
export { gatherRights } from './groups/given-rights.ts';
export type { GivenRight } from './groups/given-rights.ts';
export type { GroupUse } from './groups/group-uses.ts';
export { findOwnerId, saveOwner } from './groups/owners.store.ts';
export { createGroup, locateGroup } from './members/user-groups.service.ts';
export {
  insertGroupMembers,
  insertRoleMember,
  findGroup,
  listGroups,
  listMemberIdsOf,
  membersOfGroups,
  saveMember,
} from './groups/user-groups.store.ts';
export {
  anonymousReader,
  asReader,
  classInProject,
  groupsOf,
  hasSameRights,
  isInGroup,
  isMember,
  isProjectAdmin,
  loadReaders,
} from './projects/viewer.ts';
export type { Viewer } from './projects/viewer.ts';
export { createProjectsFeature } from './feature.ts';
export type { ProjectsFeature } from './feature.ts';
export { groupCommands } from './members.commands.ts';
export { projectFieldCommands } from './project-fields.commands.ts';
