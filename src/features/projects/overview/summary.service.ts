// What pages show of a project around their contents: its announcement, and its people.
import type { Static } from 'typebox';
import type { Database } from '../../../platform/database/index.ts';
import { publicUrl } from '../../../settings/index.ts';
import { isUsableAccount, listUsersByIds, viewMinimalUser } from '../../people/index.ts';
import { listMemberIds } from '../groups/user-groups.store.ts';
import type { Projects } from '../projects/projects.service.ts';
import { isGuest, isMember, isProjectAdmin } from '../projects/viewer.ts';
import type { Viewer } from '../projects/viewer.ts';
import { availableServices } from '../services/project-services.service.ts';
import { listServicesOff } from '../services/project-services.store.ts';
import type { ProjectSummary } from './summary.schema.ts';

export interface SummaryDeps {
  database: Database;
  projects: Projects;
}

/** People of one answer, administrators first. */
const shownMax = 60;

/** Throws as Projects.read does. */
export async function summarizeProject(
  { database, projects }: SummaryDeps,
  viewer: Viewer,
  projectId: number,
): Promise<Static<typeof ProjectSummary>> {
  const project = await projects.read(viewer, projectId);
  const db = database.read;
  const [memberIds, adminIds, off] = await Promise.all([
    listMemberIds(db, projectId, false),
    listMemberIds(db, projectId, true),
    listServicesOff(db, projectId),
  ]);
  const admins = new Set(adminIds);
  const areShown = isMember(viewer, projectId) || isProjectAdmin(viewer, projectId);
  const others = areShown ? memberIds.filter((id) => !admins.has(id)) : [];
  const ids = [...adminIds, ...others].slice(0, shownMax);
  const people = (await listUsersByIds(db, ids)).filter(isUsableAccount);
  const baseUrl = publicUrl(viewer.site.settings);
  const members = people
    .map((user) => ({ user: viewMinimalUser(user, baseUrl), is_admin: admins.has(user.id) }))
    .sort((a, b) => Number(b.is_admin) - Number(a.is_admin));
  return {
    long_description: project.long_description,
    banner: project.banner === '' ? null : project.banner,
    header_background: project.header_background === '' ? null : project.header_background,
    may_administer: isProjectAdmin(viewer, projectId),
    is_guest: isGuest(viewer, projectId),
    services_off: off.filter((name) => availableServices.includes(name)),
    member_count: memberIds.length,
    members,
  };
}
