// Whom a project tells by mail what happens in it, without their asking or because they chose it. Features after this one say it of
// what is theirs.
import type { Static } from 'typebox';
import type { Database } from '../../../platform/database/index.ts';
import { publicUrl } from '../../../settings/index.ts';
import { listUsersByIds, viewMinimalUser } from '../../people/index.ts';
import { viewMinimalGroup } from '../groups/user-groups.ts';
import { listGroups } from '../groups/user-groups.store.ts';
import { readAsAdmin } from '../projects/projects.access.ts';
import type { Projects } from '../projects/projects.service.ts';
import type { Viewer } from '../projects/viewer.ts';
import type { ToldPeople } from './told-people.schema.ts';

type Shown = Static<typeof ToldPeople>[number];

/** Something that tells people, with ids of groups and people. */
export interface TellingThing extends Omit<Shown, 'told'> {
  told: readonly (Omit<Shown['told'][number], 'groups' | 'users'> & {
    groupIds: readonly number[];
    userIds: readonly number[];
  })[];
}

/** Of a project that the viewer administers. */
export type ListTellingThings = (viewer: Viewer, projectId: number) => Promise<readonly TellingThing[]>;

interface Deps {
  database: Database;
  projects: Pick<Projects, 'read'>;
  listTelling: ListTellingThings;
}

/** Throws as readAsAdmin. */
export async function listToldPeople(
  { database, projects, listTelling }: Deps,
  viewer: Viewer,
  id: number,
): Promise<Static<typeof ToldPeople>> {
  await readAsAdmin(projects, viewer, id);
  const things = await listTelling(viewer, id);
  const userIds = [...new Set(things.flatMap(({ told }) => told.flatMap((one) => one.userIds)))];
  const baseUrl = publicUrl(viewer.site.settings);
  const users = new Map(
    (await listUsersByIds(database.read, userIds)).map((user) => [user.id, viewMinimalUser(user, baseUrl)]),
  );
  const names = new Map((await listGroups(database.read, id)).map((group) => [group.id, group.name]));
  return things.map(({ told, ...thing }) => ({
    ...thing,
    told: told.map(({ groupIds, userIds: ids, ...rule }) => ({
      ...rule,
      groups: groupIds.map((group) => viewMinimalGroup(group, id, names.get(group))),
      users: ids.flatMap((user) => users.get(user) ?? []),
    })),
  }));
}
