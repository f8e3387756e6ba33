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
import type { NotificationRules } from './notification-rules.schema.ts';

type Shown = Static<typeof NotificationRules>[number];

/** Something that tells people, with ids of groups and people. */
export interface NotificationSource extends Omit<Shown, 'rules'> {
  rules: readonly (Omit<Shown['rules'][number], 'groups' | 'users'> & {
    groupIds: readonly number[];
    userIds: readonly number[];
  })[];
}

/** Of a project that the viewer administers. */
export type ListNotificationSources = (viewer: Viewer, projectId: number) => Promise<readonly NotificationSource[]>;

interface Deps {
  database: Database;
  projects: Pick<Projects, 'read'>;
  listSources: ListNotificationSources;
}

/** Throws as readAsAdmin. */
export async function listNotificationRules(
  { database, projects, listSources }: Deps,
  viewer: Viewer,
  id: number,
): Promise<Static<typeof NotificationRules>> {
  await readAsAdmin(projects, viewer, id);
  const things = await listSources(viewer, id);
  const userIds = [...new Set(things.flatMap(({ rules }) => rules.flatMap((one) => one.userIds)))];
  const baseUrl = publicUrl(viewer.site.settings);
  const users = new Map(
    (await listUsersByIds(database.read, userIds)).map((user) => [user.id, viewMinimalUser(user, baseUrl)]),
  );
  const names = new Map((await listGroups(database.read, id)).map((group) => [group.id, group.name]));
  return things.map(({ rules, ...thing }) => ({
    ...thing,
    rules: rules.map(({ groupIds, userIds: ids, ...rule }) => ({
      ...rule,
      groups: groupIds.map((group) => viewMinimalGroup(group, id, names.get(group))),
      users: ids.flatMap((user) => users.get(user) ?? []),
    })),
  }));
}
