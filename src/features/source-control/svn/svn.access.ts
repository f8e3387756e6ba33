// Who administers the Subversion of a project.
import { forbidden } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { isInGroup, isProjectAdmin, requireLivingProject, userGroupNames } from '../../projects/index.ts';
import type { ProjectRow, Viewer } from '../../projects/index.ts';

const adminRole = userGroupNames.otherRoles['svn_admins'] ?? 0;

/** Administrators of the project, and members of its group `svn_admins`. */
export const isSvnAdmin = (viewer: Viewer, projectId: number): boolean =>
  isProjectAdmin(viewer, projectId) || isInGroup(viewer, adminRole, projectId);

/** Throws forbidden, also in a project that is closed. */
export function requireSvnAdmin(viewer: Viewer, project: ProjectRow): void {
  if (!isSvnAdmin(viewer, project.id))
    throw forbidden(says('svn.admin-only')`only Subversion administrators of the project can do this`);
  requireLivingProject(project);
}
