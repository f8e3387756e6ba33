// What repositories of a project give to user groups, and the end of that.
import type { Reader, Writer } from '../../platform/database/index.ts';
import { groupRights } from '../projects/index.ts';
import type { GivenRight, GroupUse, NotificationSource } from '../projects/index.ts';
import { listAllPermissions, listGroupPermissions, releasePermissions } from './repositories/git-rights.store.ts';
import { readSettings } from './svn/svn-settings.ts';
import { listAllOf, updateSettings } from './svn/svn.store.ts';

const settingsOf = (row: { id: number; settings_json: string }) =>
  readSettings(row.settings_json, `settings of Subversion repository ${row.id}`);

/** Permissions of Git repositories, and mails about Subversion repositories. */
export async function listGroupUses(db: Reader, projectId: number, groupId: number): Promise<GroupUse[]> {
  const git = await listGroupPermissions(db, projectId, groupId);
  const svn = await listAllOf(db, projectId);
  return [
    ...git.map(({ name, permissions }): GroupUse => ({ kind: 'git', label: name, count: permissions })),
    ...svn.flatMap((row): GroupUse[] => {
      const naming = settingsOf(row).email_notifications.filter(({ user_groups }) => user_groups.includes(groupId));
      return naming.length === 0 ? [] : [{ kind: 'svn', label: row.name, count: naming.length }];
    }),
  ];
}

/** Subversion repositories have rules of their own besides, in a file that their administrators write. */
export async function listGivenRights(db: Reader, projectId: number): Promise<GivenRight[]> {
  const git = await listAllPermissions(db, projectId);
  const svn = await listAllOf(db, projectId);
  return [
    ...groupRights.gatherRights(
      'git',
      git.map(({ repository_id: id, name: label, permission: right, ugroup_id: groupId, pattern }) => ({
        id,
        label,
        right,
        groupId,
        ...(pattern === '' ? {} : { pattern }),
      })),
    ),
    ...svn.map(({ id, name: label }): GivenRight => ({ kind: 'svn', id, label, right: 'read', groupIds: undefined })),
  ];
}

/** Subversion repositories, whose settings say who is told of what below a path. */
export const listNotificationSources = async (db: Reader, projectId: number): Promise<NotificationSource[]> =>
  (await listAllOf(db, projectId)).map((row) => ({
    kind: 'svn',
    id: row.id,
    label: row.name,
    extent: 'all',
    rules: settingsOf(row).email_notifications.map(({ path, emails, users, user_groups: groupIds }) => ({
      of: 'path',
      path,
      emails,
      groupIds,
      userIds: users,
    })),
    choices: null,
  }));

export async function releaseGroup(tx: Writer, projectId: number, groupId: number): Promise<void> {
  await releasePermissions(tx, groupId);
  for (const row of await listAllOf(tx, projectId)) {
    const { email_notifications: rules, ...settings } = settingsOf(row);
    if (!rules.some(({ user_groups }) => user_groups.includes(groupId))) continue;
    const changed = rules
      .map((rule) => ({ ...rule, user_groups: rule.user_groups.filter((id) => id !== groupId) }))
      .filter(({ emails, users, user_groups }) => emails.length + users.length + user_groups.length > 0);
    await updateSettings(tx, row.id, JSON.stringify({ ...settings, email_notifications: changed }));
  }
}
