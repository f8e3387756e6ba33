import './projects.tables.ts';

export { createMembership, listMemberIdsOf } from './membership.service.ts';
export { refuseProject, requireLivingProject } from './projects.access.ts';
export { projectRoutes } from './projects.routes.ts';
export { MinimalUserGroup, ProjectReference } from './projects.schema.ts';
export { createProject, createProjects } from './projects.service.ts';
export type { Page, ProjectChange, Projects } from './projects.service.ts';
export {
  findProject,
  findProjectByName,
  insertGroup,
  insertGroupMember,
  insertRoleMember,
  insertService,
  listGroups,
  loadProjectRows,
  membersOfGroups,
  saveMember,
} from './projects.store.ts';
export type { ProjectRow, ProjectRows } from './projects.store.ts';
export { viewProjectReference } from './projects.view.ts';
export {
  findBuiltInGroup,
  groupArchiveName,
  groupIds,
  groupRestId,
  groupShortName,
  isBuiltInGroup,
  parseGroupRestId,
  viewMinimalGroup,
} from './user-groups.ts';
export { createViewerLoader, groupsOf, isInGroup, isProjectAdmin } from './viewer.ts';
export type { Viewer } from './viewer.ts';
