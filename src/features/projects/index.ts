import './projects.tables.ts';

export { appearanceRoutes } from './appearance.routes.ts';
export { createAppearance } from './appearance.service.ts';
export { integrationRoute } from './integration.routes.ts';
export { labelRoutes } from './labels.routes.ts';
export { joinsByGroup } from './member-changes.ts';
export { createMembers } from './members.service.ts';
export type { Members } from './members.service.ts';
export { createMembership } from './membership.service.ts';
export { projectServiceRoutes } from './project-services.routes.ts';
export { beginService, createProjectServices, isServiceOff } from './project-services.service.ts';
export {
  lastSystemProjectId,
  readAsAdmin,
  refuseProject,
  requireLivingProject,
  requireStillLiving,
} from './projects.access.ts';
export { projectRoutes } from './projects.routes.ts';
export { MinimalProject, MinimalUserGroup, Project, ProjectReference } from './projects.schema.ts';
export type { GroupBinding } from './projects.schema.ts';
export { createProject, createProjects } from './projects.service.ts';
export type { ProjectChange } from './project-changes.service.ts';
export type { Page, Projects } from './projects.service.ts';
export { loadProjectRows } from './project-rows.store.ts';
export type { ProjectRows } from './project-rows.store.ts';
export {
  deleteProject,
  findProject,
  findProjectByName,
  insertPlatformService,
  insertService,
  listProjectsByIds,
  updateProject,
} from './projects.store.ts';
export type { ProjectRow } from './projects.store.ts';
export { viewMinimalProject, viewProjectReference } from './projects.view.ts';
export { resourceTypesOf } from './resource-types.ts';
export {
  findBuiltInGroup,
  groupArchiveName,
  groupIds,
  groupRestId,
  groupShortName,
  isBuiltInGroup,
  otherRoles,
  parseGroupRestId,
  viewMinimalGroup,
} from './user-groups.ts';
export { createGroup, createUserGroups, locateGroup } from './user-groups.service.ts';
export type { UserGroups } from './user-groups.service.ts';
export {
  insertGroupMembers,
  insertRoleMember,
  listGroups,
  listMemberIdsOf,
  membersOfGroups,
  saveMember,
} from './user-groups.store.ts';
export {
  anonymousReader,
  classInProject,
  createViewerLoader,
  groupsOf,
  hasSameRights,
  isInGroup,
  isProjectAdmin,
  loadReaders,
} from './viewer.ts';
export type { Viewer } from './viewer.ts';
