// Who sees a project, and who would with another access; what of it is then open to people who are no members.
import type { Static } from 'typebox';
import type { Database } from '../../../platform/database/index.ts';
import { countAccounts } from '../../people/index.ts';
import { listGuestIds, listMemberIds } from '../groups/user-groups.store.ts';
import type { CountOpenArtifacts, GivenRight, ListGivenRights } from '../groups/given-rights.ts';
import type { OpenThings, Visibility } from '../groups/projects.schema.ts';
import { groupIds } from '../groups/user-groups.ts';
import type { ProjectAccess } from '../groups/projects.tables.ts';
import { readAsAdmin } from '../projects/projects.access.ts';
import type { Projects } from '../projects/projects.service.ts';
import type { ProjectRow } from '../projects/projects.store.ts';
import type { Viewer } from '../projects/viewer.ts';

type Shown = Static<typeof Visibility>;
type Who = Shown['possible'][number]['groups'][number]['who'];

const isOpen = (access: ProjectAccess): boolean => access === 'public' || access === 'unrestricted';

/** The rules of projects.access.ts, by kinds of people; `isNamed`: the setting super_public_projects names the project. */
const sees: Readonly<Record<Who, (access: ProjectAccess, isNamed: boolean) => boolean>> = {
  anonymous: isOpen,
  others: isOpen,
  restricted_others: (access, isNamed) => access === 'unrestricted' && isNamed,
  members: () => true,
  restricted_members: (access) => access !== 'private-wo-restr',
};

/** Throws as readAsAdmin. */
export async function previewVisibility(
  { database, projects }: { database: Database; projects: Pick<Projects, 'read'> },
  viewer: Viewer,
  id: number,
): Promise<Shown> {
  const project = await readAsAdmin(projects, viewer, id);
  const { access_mode: mode } = viewer.site.settings;
  const insiders = [...(await listMemberIds(database.read, id, false)), ...(await listGuestIds(database.read, id))];
  const counts = await countAccounts(database.read, insiders);
  const people: { who: Who; count: number | null }[] = [
    ...(mode === 'anonymous' ? [{ who: 'anonymous' as const, count: null }] : []),
    { who: 'others', count: counts.all.active - counts.some.active },
    { who: 'members', count: counts.some.active },
    ...(mode === 'restricted'
      ? [
          { who: 'restricted_others' as const, count: counts.all.restricted - counts.some.restricted },
          { who: 'restricted_members' as const, count: counts.some.restricted },
        ]
      : []),
  ];
  const possible: ProjectAccess[] =
    mode === 'restricted' ? ['public', 'unrestricted', 'private', 'private-wo-restr'] : ['public', 'private'];
  const isNamed = isSuperPublic(viewer, project);
  return {
    access: project.access,
    possible: [...new Set([project.access, ...possible])].map((access) => ({
      access,
      groups: people.map(({ who, count }) => ({ who, count, sees: sees[who](access, isNamed) })),
    })),
  };
}

const isSuperPublic = (viewer: Viewer, { id, unix_name: name }: ProjectRow): boolean =>
  viewer.site.settings.super_public_projects.some((one) => one === name || one === String(id));

type Outsider = Static<typeof OpenThings>[number]['who'][number];
type AccessMode = Viewer['site']['settings']['access_mode'];

interface OpenThingsDeps {
  database: Database;
  projects: Pick<Projects, 'read'>;
  /** Of later features. */
  listMore: ListGivenRights;
  countOpenArtifacts: CountOpenArtifacts;
}

/** The rules of isInGroup, by kinds of people. */
const groupsOfOutsiders: Readonly<Record<Outsider, readonly number[]>> = {
  anonymous: [groupIds.anonymous],
  others: [groupIds.anonymous, groupIds.registered, groupIds.authenticated],
  restricted_others: [groupIds.anonymous, groupIds.authenticated],
};

const outsidersIn: Readonly<Record<AccessMode, readonly Outsider[]>> = {
  anonymous: ['anonymous', 'others'],
  regular: ['others'],
  restricted: ['others', 'restricted_others'],
};

/** Throws as readAsAdmin. */
export async function listOpenThings(
  deps: OpenThingsDeps,
  viewer: Viewer,
  id: number,
): Promise<Static<typeof OpenThings>> {
  await readAsAdmin(deps.projects, viewer, id);
  const db = deps.database.readBulk;
  const outsiders = outsidersIn[viewer.site.settings.access_mode];
  const rights = (await deps.listMore(db, id)).map((right) => ({ right, who: whoHas(right, outsiders) }));
  const sizes = await deps.countOpenArtifacts(db, id);
  // Artifacts and comments for some groups are inside trackers, which have to be open to the same people.
  const entered = Map.groupBy(
    rights.filter(({ right: { kind, right } }) => kind === 'tracker' && right !== 'administrate'),
    ({ right }) => right.id,
  );
  const enters = (trackerId: number, one: Outsider): boolean =>
    entered.get(trackerId)?.some(({ who }) => who.includes(one)) === true;
  return rights.flatMap(({ right: { kind, id: thingId, label, right, count, pattern }, who }) => {
    const isInside = kind === 'artifact' || kind === 'comment';
    const reached = isInside ? who.filter((one) => enters(thingId, one)) : who;
    if (reached.length === 0 || right === 'administrate') return [];
    const size = kind === 'tracker' && right === 'read' ? (sizes.get(thingId) ?? 0) : (count ?? null);
    return [{ kind, id: thingId, label, right, count: size, pattern: pattern ?? null, who: reached }];
  });
}

/** Who enters the project has what names no group. */
const whoHas = ({ groupIds: ids }: GivenRight, outsiders: readonly Outsider[]): Outsider[] =>
  outsiders.filter((one) => ids === undefined || ids.some((id) => groupsOfOutsiders[one].includes(id)));
