// Git repositories as the wire shows them.
import type { Static } from 'typebox';
import { formatIso } from '../../../platform/texts/dates.ts';
import { publicUrl } from '../../../settings/index.ts';
import { groupIds, userGroupNames } from '../../projects/index.ts';
import type { projectSchemas, Viewer } from '../../projects/index.ts';
import { isSaid, mayHaveFork, mayPush, patternsOf } from './git.access.ts';
import type { Repository } from './git.access.ts';
import type { GitPermissions, GitRepository } from './git-repositories.schema.ts';
import type { GitPermission } from './git.tables.ts';

/** Static groups' names by id. */
export type GroupNames = ReadonlyMap<number, string>;

const escapePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

/** Path of the repository's page, which clients open in a browser. */
export const pageOf = ({ project, name }: Repository): string =>
  `/plugins/git/${encodeURIComponent(project.unix_name)}/${escapePath(name)}`;

const viewGroups = (
  repository: Repository,
  names: GroupNames,
  permission: GitPermission,
  pattern = '',
): Static<typeof projectSchemas.MinimalUserGroup>[] =>
  repository.permissions
    .filter((row) => row.permission === permission && row.pattern === pattern && row.ugroup_id !== groupIds.nobody)
    .map((row) => userGroupNames.viewMinimalGroup(row.ugroup_id, repository.project_id, names.get(row.ugroup_id)));

/** `names` undefined: the permissions are left out. `openRequests`: how many pull requests of it are open. */
export function viewRepository(
  viewer: Viewer,
  repository: Repository,
  names: GroupNames | undefined,
  openRequests = 0,
): Static<typeof GitRepository> {
  const { id, name, project } = repository;
  const { settings } = viewer.site;
  const slash = name.lastIndexOf('/');
  return {
    id,
    uri: `git/${id}`,
    name,
    label: name.slice(slash + 1),
    path: `${project.unix_name}/${name}.git`,
    path_without_project: slash < 0 ? '' : name.slice(0, slash),
    description: repository.description,
    last_update_date: formatIso(repository.updated_at_ms),
    permissions:
      names === undefined
        ? null
        : {
            read: viewGroups(repository, names, 'read'),
            write: viewGroups(repository, names, 'write'),
            rewind: viewGroups(repository, names, 'rewind'),
          },
    server: null,
    html_url: pageOf(repository),
    clone_http_url: settings.git_http_url ? `${publicUrl(settings)}${pageOf(repository)}.git` : null,
    ...(settings.git_ssh_url === ''
      ? {}
      : { clone_ssh_url: `${settings.git_ssh_url}/${project.unix_name}/${name}.git` }),
    default_branch: repository.default_branch,
    allow_artifact_closure: repository.allows_closure === 1,
    text_encoding: repository.text_encoding,
    parent_id: repository.parent_id,
    owner_id: repository.owner_id,
    user_can_fork: mayHaveFork(viewer, repository),
    user_can_push: mayPush(viewer, repository),
    additional_information: openRequests === 0 ? [] : { opened_pull_requests: openRequests },
  };
}

/** Of `merge` and `delete` those that somebody said something about. */
const viewApart = (
  repository: Repository,
  names: GroupNames,
  pattern = '',
): Pick<Static<typeof GitPermissions>, 'merge' | 'delete'> =>
  Object.fromEntries(
    (['merge', 'delete'] as const)
      .filter((permission) => isSaid(repository.permissions, permission, pattern))
      .map((permission) => [permission, viewGroups(repository, names, permission, pattern)]),
  );

export const viewPermissions = (repository: Repository, names: GroupNames): Static<typeof GitPermissions> => ({
  read: viewGroups(repository, names, 'read'),
  write: viewGroups(repository, names, 'write'),
  rewind: viewGroups(repository, names, 'rewind'),
  ...viewApart(repository, names),
  patterns: patternsOf(repository.permissions).map((pattern) => ({
    pattern,
    write: viewGroups(repository, names, 'write', pattern),
    rewind: viewGroups(repository, names, 'rewind', pattern),
    ...viewApart(repository, names, pattern),
  })),
});
