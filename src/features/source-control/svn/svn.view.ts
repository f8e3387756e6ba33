// Subversion repositories as the wire shows them.
import type { Static } from 'typebox';
import { viewMinimalUser } from '../../people/index.ts';
import type { UserRow } from '../../people/index.ts';
import { projectViews, userGroupNames } from '../../projects/index.ts';
import type { ProjectRow } from '../../projects/index.ts';
import type { StoredSettings, SvnRepository } from './svn.schema.ts';
import type { SvnRow } from './svn.store.ts';

export const viewRepository = (row: SvnRow, project: ProjectRow, baseUrl: string) => ({
  id: row.id,
  project: projectViews.viewMinimalProject(project),
  uri: `svn/${row.id}`,
  name: row.name,
  svn_url: `${baseUrl}/svnplugin/${projectViews.writtenNameOf(project)}/${row.name}`,
});

export interface NotifiedPeople {
  users: ReadonlyMap<number, UserRow>;
  /** Names of static groups. */
  groups: ReadonlyMap<number, string>;
}

const byPath = (one: { path: string }, other: { path: string }): number =>
  one.path < other.path ? -1 : Number(one.path > other.path);

/** In the order of their paths. People and groups that are gone are left out. */
export const viewSettings = (
  settings: Static<typeof StoredSettings>,
  projectId: number,
  { users, groups }: NotifiedPeople,
  baseUrl: string,
): NonNullable<Static<typeof SvnRepository>['settings']> => ({
  ...settings,
  email_notifications: settings.email_notifications.toSorted(byPath).map((notification) => ({
    user_groups: notification.user_groups.flatMap((id) => {
      const name = groups.get(id);
      return name === undefined ? [] : [userGroupNames.viewMinimalGroup(id, projectId, name)];
    }),
    users: notification.users.flatMap((id) => (users.has(id) ? [viewMinimalUser(users.get(id), baseUrl)] : [])),
    emails: notification.emails,
    path: notification.path,
  })),
});
