// Whom pull requests of a project mail: those whom open ones concern, unless they want none of it or may no longer read them.
import type { Database } from '../../../platform/database/index.ts';
import { listPreferencesOf, pullRequestMailsPreference } from '../../people/index.ts';
import { projectViewers } from '../../projects/index.ts';
import type { NotificationSource, Viewer } from '../../projects/index.ts';
import { mayRead } from '../../source-control/index.ts';
import type { CodeAccess } from '../../source-control/index.ts';
import { readPeople } from '../people.ts';
import { listConcerned } from '../pull-requests.store.ts';

interface Needs {
  database: Database;
  code: CodeAccess;
}

/** All repositories that the viewer may read; those without open pull requests tell nobody. */
export async function listPullRequestNotifications(
  { database: { read: db }, code }: Needs,
  viewer: Viewer,
  projectId: number,
): Promise<NotificationSource[]> {
  const repositories = await code.listOf(viewer, projectId, Number.MAX_SAFE_INTEGER);
  const concerned = await listConcerned(db, projectId);
  const people = await readPeople(db, [...concerned.values()].flat());
  const readers = await projectViewers.loadReaders(db, viewer.site, [...people.values()]);
  const wanted = await listPreferencesOf(db, [...people.keys()], pullRequestMailsPreference);
  return repositories.map((repository) => {
    const able = (concerned.get(repository.id) ?? []).filter((id) => {
      const [reader, status] = [readers.get(id), people.get(id)?.status];
      return reader !== undefined && (status === 'A' || status === 'R') && mayRead(reader, repository);
    });
    const userIds = able.filter((id) => wanted.get(id) !== '0');
    return {
      kind: 'git',
      id: repository.id,
      label: repository.name,
      extent: 'involved',
      rules: userIds.length === 0 ? [] : [{ of: 'pull_requests', path: null, emails: [], groupIds: [], userIds }],
      choices: { all: 0, involved: 0, status: 0, none: able.length - userIds.length },
    };
  });
}
