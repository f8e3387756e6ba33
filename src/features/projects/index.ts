import './groups/projects.tables.ts';

export { appearanceRoutes } from './services/appearance.routes.ts';
export { createAppearance } from './services/appearance.service.ts';
export { integrationRoute } from './services/integration.routes.ts';
export { labelRoutes } from './services/labels.routes.ts';
export { joinsByGroup } from './members/member-changes.ts';
export { createMembers } from './members/members.service.ts';
export type { Members } from './members/members.service.ts';
export { createMembership } from './members/membership.service.ts';
export { projectServiceRoutes } from './services/project-services.routes.ts';
export { beginService, createProjectServices, isServiceOff } from './services/project-services.service.ts';
export {
  lastSystemProjectId,
  readAsAdmin,
  refuseProject,
  requireLivingProject,
  requireStillLiving,
} from './projects/projects.access.ts';
export { projectRoutes } from './projects.routes.ts';
export { MinimalProject, MinimalUserGroup, Project, ProjectReference } from './groups/projects.schema.ts';
export type { GroupBinding } from './groups/projects.schema.ts';
export { createProject, createProjects } from './projects/projects.service.ts';
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
export { viewMinimalProject, viewProjectReference } from './projects/projects.view.ts';
export { resourceTypesOf } from './projects/resource-types.ts';
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
} from './groups/user-groups.ts';
export { createGroup, createUserGroups, locateGroup } from './members/user-groups.service.ts';
export type { UserGroups } from './members/user-groups.service.ts';
export {
  insertGroupMembers,
  insertRoleMember,
  listGroups,
  listMemberIdsOf,
  membersOfGroups,
  saveMember,
} from './groups/user-groups.store.ts';
export {
  anonymousReader,
  classInProject,
  createViewerLoader,
  groupsOf,
  hasSameRights,
  isInGroup,
  isProjectAdmin,
  loadReaders,
} from './projects/viewer.ts';
export type { Viewer } from './projects/viewer.ts';
