// Who may enter a project (reference page 00, section 9), for one project and as a filter for lists.
import type { Reader } from '../../../platform/database/index.ts';
import { DomainError, forbidden, notFound } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Said } from '../../../platform/texts/said.ts';
import { findProject } from './projects.store.ts';
import type { ProjectFilter, ProjectRow } from './projects.store.ts';
import { isGuest, isMember, isProjectAdmin, opensPrivateProjects } from './viewer.ts';
import type { Viewer } from './viewer.ts';

/** Only site administrators enter system projects (ids up to this one). */
export const lastSystemProjectId = 100;

const unknown = says('project.unknown')`this project does not exist, or you don't have access to it`;

/** A refusal to everybody but the site's administrators, or undefined for a project that is open. */
function refuseClosed({ status }: Pick<ProjectRow, 'status'>): DomainError | undefined {
  const reason = 'project-closed';
  if (status === 'suspended')
    return new DomainError('forbidden', says('project.suspended')`this project is suspended`, { reason });
  if (status === 'deleted')
    return new DomainError('forbidden', says('project.deleted')`this project is deleted`, { reason });
  return undefined;
}

/** Why the viewer may not enter, or undefined. */
export function refuseProject(viewer: Viewer, project: ProjectRow): DomainError | undefined {
  if (viewer.isSuperUser) return undefined;
  const closed = refuseClosed(project);
  if (closed !== undefined) return closed;
  if (project.status !== 'active') return notFound(unknown);
  if (isMember(viewer, project.id) || isGuest(viewer, project.id)) {
    return viewer.isRestricted && project.access === 'private-wo-restr' ? notFound(unknown) : undefined;
  }
  return isOpenTo(viewer, project) ? undefined : forbidden();
}

/** Whether the viewer may enter, or could if the project were not closed. */
export const mayKnow = (viewer: Viewer, project: ProjectRow): boolean => {
  const isClosed = refuseClosed(project) !== undefined;
  return refuseProject(viewer, isClosed ? { ...project, status: 'active' } : project) === undefined;
};

/**
 * Something in the project is not for the viewer. Who may enter the project is led to those who administer it (RFC 8288, `help`),
 * whom they can ask; who could enter it if it were not closed is told that it is.
 */
export const forbiddenIn = (
  viewer: Viewer,
  project: ProjectRow,
  message: string | Said = says('plain.forbidden')``,
): DomainError => {
  const refusal = refuseProject(viewer, project);
  if (refusal !== undefined && mayKnow(viewer, project)) return refusal;
  return new DomainError('forbidden', message, {
    headers: refusal === undefined ? { link: `</api/projects/${project.id}/summary>; rel="help"` } : {},
  });
};

/** Throws notFound or forbidden unless the viewer may enter. */
export function requireProjectAccess(viewer: Viewer, project: ProjectRow | undefined): asserts project is ProjectRow {
  if (project === undefined) throw notFound(unknown);
  const refusal = refuseProject(viewer, project);
  if (refusal !== undefined) throw refusal;
}

/** Throws forbidden when the project is suspended, deleted or the default template, for everybody: nothing may be changed in it. */
export function requireLivingProject(project: Pick<ProjectRow, 'status'>): void {
  if (project.status === 'system')
    throw forbidden(says('project.default-template')`the default template can't be changed`);
  const closed = refuseClosed(project);
  if (closed !== undefined) throw closed;
}

/** In the transaction of a change: throws as requireLivingProject, and notFound for a project that is gone since it was read. */
export async function requireStillLiving(tx: Reader, id: number): Promise<void> {
  const project = await findProject(tx, id);
  if (project === undefined) throw notFound(unknown);
  requireLivingProject(project);
}

/** The project, for who administers it. Throws as `projects.read`, and forbidden for everybody else and in a project that is closed. */
export async function readAsAdmin(
  projects: { read(viewer: Viewer, id: number): Promise<ProjectRow> },
  viewer: Viewer,
  id: number,
): Promise<ProjectRow> {
  const project = await projects.read(viewer, id);
  if (!isProjectAdmin(viewer, id)) throw forbidden(says('project.admin-only')`only project administrators can do this`);
  requireLivingProject(project);
  return project;
}

/** The rule for those who are neither members nor guests. */
function isOpenTo(viewer: Viewer, project: ProjectRow): boolean {
  if (viewer.isRestricted) return project.access === 'unrestricted' && isSuperPublic(viewer, project);
  return publicAccesses.some((access) => access === project.access) || opensPrivateProjects(viewer);
}

const publicAccesses = ['public', 'unrestricted'] as const;

/** Whether the setting names the project, by id or by short name. */
const isSuperPublic = (viewer: Viewer, project: ProjectRow): boolean =>
  viewer.site.settings.super_public_projects.some((name) => name === project.unix_name || name === String(project.id));

/** Projects that the viewer is a member or a guest of. */
export const listOwnIds = ({ memberships: { projects, guestOf } }: Viewer): number[] => [
  ...new Set([...projects.keys(), ...guestOf]),
];

/** The same rule for lists: active projects that the viewer may enter. What only a delegation opens is not listed. */
export function visibleProjects(viewer: Viewer): ProjectFilter {
  if (viewer.isSuperUser) return { status: 'active' };
  const ownIds = listOwnIds(viewer);
  if (!viewer.isRestricted) return { status: 'active', visible: { accesses: publicAccesses, ownIds } };
  const superPublic = viewer.site.settings.super_public_projects;
  return {
    status: 'active',
    visible: { accesses: [], ownIds, unrestricted: superPublic },
    withoutAccess: 'private-wo-restr',
  };
}
