// Projects. Its rooms, each of which uses those before it:
// groups/         rows of projects and of user groups
// projects/       projects, who may enter them, and who somebody is there
// members/        user groups and who belongs to them
// references/     keywords of a project's own that lead elsewhere from its texts
// services/       what a project offers, for its pages and for other programs
// overview/       what pages show of a project around their contents
// administration/ what administrators look at: who may see and do what, who gets mail, what happened

import './groups/projects.tables.ts';
export type { GivenRight } from './groups/given-rights.ts';
export { grantedGroups } from './groups/granted-groups.ts';
export { groupRights } from './groups/group-rights.store.ts';
export type { GroupUse } from './groups/group-uses.ts';
export { projectSchemas } from './groups/projects.schema.ts';
export type { GroupBinding } from './groups/projects.schema.ts';
export { groupIds, userGroupNames } from './groups/user-groups.ts';
export { defaultTemplate } from './projects/default-template.ts';
export { isEmoji, requireEmoji, requireManaging } from './projects/project-changes.service.ts';
export type { ProjectChange } from './projects/project-changes.service.ts';
export { projectRecords, projectWrites } from './projects/project-records.ts';
export type { ProjectRows } from './projects/project-rows.store.ts';
export {
  forbiddenIn,
  readAsAdmin,
  refuseProject,
  requireLivingProject,
  requireStillLiving,
} from './projects/projects.access.ts';
export type { Page, Projects } from './projects/projects.service.ts';
export type { ProjectRow } from './projects/projects.store.ts';
export { projectViews } from './projects/projects.view.ts';
export { isInGroup, isMember, isProjectAdmin, projectViewers } from './projects/viewer.ts';
export type { Viewer } from './projects/viewer.ts';
export { whyNotJoin } from './members/member-changes.ts';
export type { Members } from './members/members.service.ts';
export { userGroupRecords } from './members/user-group-records.ts';
export { referencePatterns } from './references/own-references.ts';
export { projectServices } from './services/offered-services.ts';
export { HeaderBackground } from './overview/appearance.schema.ts';
export type { NotificationSource } from './administration/notification-rules.service.ts';
export { createProjectsFeature } from './feature.ts';
export type { ProjectsFeature } from './feature.ts';
export { groupCommands } from './members.commands.ts';
export { projectFieldCommands } from './project-fields.commands.ts';
