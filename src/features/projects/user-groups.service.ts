// User groups of projects as callers see them.
import type { Static } from 'typebox';
import type { Reader } from '../../platform/database/index.ts';
import { notFound } from '../../platform/errors.ts';
import { refuseProject } from './projects.access.ts';
import type { MinimalUserGroup, UserGroup } from './projects.schema.ts';
import { findProject } from './projects.store.ts';
import type { ProjectRow } from './projects.store.ts';
import { viewGroup } from './projects.view.ts';
import { findGroup, listGroups } from './user-groups.store.ts';
import { groupIds, isBuiltInGroup, parseGroupRestId, viewMinimalGroup } from './user-groups.ts';
import type { Viewer } from './viewer.ts';

/** Gives a project that the viewer may enter; throws notFound or forbidden. */
type ReadProject = (viewer: Viewer, id: number) => Promise<ProjectRow>;

/** System groups when asked for, then dynamic ones, then static ones by id. Throws as `read`. */
export async function listProjectGroups(
  db: Reader,
  read: ReadProject,
  viewer: Viewer,
  projectId: number,
  withSystemGroups: boolean,
): Promise<Static<typeof MinimalUserGroup>[]> {
  const project = await read(viewer, projectId);
  const system = withSystemGroups ? systemGroups(viewer, project) : [];
  const dynamic = [groupIds.members, groupIds.admins, groupIds.fileManagers, groupIds.wikiAdmins];
  const groups = await listGroups(db, projectId);
  return [
    ...[...system, ...dynamic].map((id) => viewMinimalGroup(id, projectId)),
    ...groups.map((group) => viewMinimalGroup(group.id, projectId, group.name)),
  ];
}

/** A group by its REST id; throws invalid for text that is none, and notFound also when the project is closed to the viewer. */
export async function showGroup(db: Reader, viewer: Viewer, restId: string): Promise<Static<typeof UserGroup>> {
  const { id, projectId } = parseGroupRestId(restId);
  const group = isBuiltInGroup(id) ? undefined : await findGroup(db, id);
  const owner = projectId ?? group?.project_id;
  const isMissing = !isBuiltInGroup(id) && (group === undefined || group.project_id !== owner);
  const missing = notFound(`there is no user group ${restId}, or its project is not yours to enter`);
  if (isMissing) throw missing;
  if (owner === undefined) return { ...viewMinimalGroup(id, 0), project: null, additional_information: [] };
  const project = await findProject(db, owner);
  if (project === undefined || refuseProject(viewer, project) !== undefined) throw missing;
  return viewGroup(id, project, group?.name);
}

function systemGroups(viewer: Viewer, project: ProjectRow): number[] {
  const isPublic = project.access === 'public' || project.access === 'unrestricted';
  const mode = viewer.site.settings.access_mode;
  return [
    ...(isPublic && mode === 'anonymous' ? [groupIds.anonymous] : []),
    ...(isPublic ? [groupIds.registered] : []),
    ...(mode === 'restricted' && project.access === 'unrestricted' ? [groupIds.authenticated] : []),
  ];
}
