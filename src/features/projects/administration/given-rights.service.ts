// Who may see and do what in a project, all of it in one list.
import type { Static } from 'typebox';
import type { Database } from '../../../platform/database/index.ts';
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import type { GivenRight, ListGivenRights } from '../groups/given-rights.ts';
import type { GivenRights } from '../groups/projects.schema.ts';
import { groupIds, viewMinimalGroup } from '../groups/user-groups.ts';
import { listGroups } from '../groups/user-groups.store.ts';
import { readAsAdmin, refuseProject } from '../projects/projects.access.ts';
import type { Projects } from '../projects/projects.service.ts';
import type { ProjectRow } from '../projects/projects.store.ts';
import { groupsOf } from '../projects/viewer.ts';
import type { Viewer } from '../projects/viewer.ts';
import { servicesMax } from '../services/project-services.service.ts';
import { listServices } from '../services/project-services.store.ts';
import { viewService } from '../services/project-services.view.ts';

interface Deps {
  database: Database;
  projects: Pick<Projects, 'read'>;
  /** Of later features. */
  listMore: ListGivenRights;
  /** The person as if they asked; undefined for an account that may not act. */
  loadAbsent(userId: number): Promise<Viewer | undefined>;
}

/** By the rules of projects.access.ts. */
function groupsThatEnter({ access }: ProjectRow, viewer: Viewer): readonly number[] {
  if (access !== 'public' && access !== 'unrestricted') return [groupIds.members];
  return viewer.site.settings.access_mode === 'anonymous'
    ? [groupIds.anonymous]
    : [groupIds.registered, groupIds.members];
}

async function listServiceRights({ database }: Deps, projectId: number): Promise<GivenRight[]> {
  const which = { hiddenName: 'summary', withDisabled: false };
  const { rows } = await listServices(database.read, projectId, which, { limit: servicesMax, offset: 0 });
  return rows.map((row) => ({
    kind: 'service',
    id: row.id,
    label: viewService(row).label,
    right: row.shortname === 'admin' ? 'administrate' : 'read',
    groupIds: row.shortname === 'admin' ? [groupIds.admins] : undefined,
  }));
}

/** Whether a person has a right, by whichever group. */
const hasRight = (person: Viewer, projectId: number) => {
  const own = new Set(groupsOf(person, projectId));
  return ({ groupIds: ids }: GivenRight): boolean =>
    person.isSuperUser || ids === undefined || ids.some((id) => own.has(id));
};

/** With `userId` only what that person has. Throws as readAsAdmin, and invalid for an account that may not act. */
export async function listGivenRights(
  deps: Deps,
  viewer: Viewer,
  id: number,
  userId: number | undefined,
): Promise<Static<typeof GivenRights>> {
  const project = await readAsAdmin(deps.projects, viewer, id);
  const entering = groupsThatEnter(project, viewer);
  const ofProject = { kind: 'project', id, label: project.full_name } as const;
  const all: GivenRight[] = [
    { ...ofProject, right: 'read', groupIds: undefined },
    { ...ofProject, right: 'administrate', groupIds: [groupIds.admins] },
    ...(await listServiceRights(deps, id)),
    ...(await deps.listMore(deps.database.read, id)),
  ];
  let shown = all;
  if (userId !== undefined) {
    const person = await deps.loadAbsent(userId);
    if (person === undefined)
      throw invalid(says('rights.inactive')`is not an active account; use the ID of an active account`, 'user_id');
    shown = refuseProject(person, project) === undefined ? all.filter(hasRight(person, id)) : [];
  }
  const names = new Map((await listGroups(deps.database.read, id)).map((group) => [group.id, group.name]));
  return shown.map(({ groupIds: ids = entering, count, pattern, ...right }) => ({
    ...right,
    count: count ?? null,
    pattern: pattern ?? null,
    groups: ids.filter((one) => one !== groupIds.nobody).map((one) => viewMinimalGroup(one, id, names.get(one))),
  }));
}
