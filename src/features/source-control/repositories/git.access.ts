// Who may do what with a repository: groups that hold a permission on it, or on the refs that a pattern matches.
import { groupIds, isInGroup, isProjectAdmin, projectViewers, refuseProject } from '../../projects/index.ts';
import type { ProjectRow, Viewer } from '../../projects/index.ts';
import type { PermissionRow, RepositoryRow } from './git.store.ts';
import type { GitPermission } from './git.tables.ts';

/** A repository with all that decides who may do what with it. */
export interface Repository extends RepositoryRow {
  project: ProjectRow;
  permissions: readonly PermissionRow[];
}

/** What may be done with the refs that a pattern matches, in which `*` stands for anything. */
export interface RefRule {
  pattern: string;
  mayWrite: boolean;
  mayRewind: boolean;
  /** By a pull request. */
  mayMerge: boolean;
  mayDelete: boolean;
}

const holds = (viewer: Viewer, repository: Repository, permission: GitPermission, pattern = ''): boolean =>
  repository.permissions.some(
    (row) =>
      row.permission === permission &&
      row.pattern === pattern &&
      isInGroup(viewer, row.ugroup_id, repository.project_id),
  );

/** Whether anybody was named, or nobody on purpose. */
export const isSaid = (permissions: readonly PermissionRow[], permission: GitPermission, pattern = ''): boolean =>
  permissions.some((row) => row.permission === permission && row.pattern === pattern);

/** Administrators of the project administer its repositories. */
export const isGitAdmin = (viewer: Viewer, projectId: number): boolean => isProjectAdmin(viewer, projectId);

/** Whether it is the viewer's personal fork. */
export const isOwner = (viewer: Viewer, { owner_id: owner }: RepositoryRow): boolean =>
  owner !== null && viewer.user?.id === owner;

export const mayRead = (viewer: Viewer, repository: Repository): boolean =>
  refuseProject(viewer, repository.project) === undefined &&
  (isGitAdmin(viewer, repository.project_id) || holds(viewer, repository, 'read'));

/** A copy of one's own in its project. */
export const mayHaveFork = (viewer: Viewer, { project }: Pick<Repository, 'project'>): boolean =>
  viewer.user !== undefined && isInGroup(viewer, groupIds.members, project.id);

/** The same for lists: the groups that open a repository; undefined: any do. */
export const readingGroups = (viewer: Viewer, projectId: number): readonly number[] | undefined =>
  isGitAdmin(viewer, projectId) ? undefined : projectViewers.groupsOf(viewer, projectId);

/** Patterns of a repository, in the order in which they count: the longer one says more. */
export const patternsOf = (permissions: readonly PermissionRow[]): string[] =>
  [...new Set(permissions.map((row) => row.pattern))]
    .filter((pattern) => pattern !== '')
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1));

/** What the viewer may do with refs; the first rule that matches counts, and the last one matches everything. */
export function refRulesFor(viewer: Viewer, repository: Repository): RefRule[] {
  const isSomebody = viewer.user !== undefined && mayRead(viewer, repository);
  const owns = isOwner(viewer, repository);
  const may = (permission: GitPermission, pattern: string): boolean =>
    isSomebody && (owns || holds(viewer, repository, permission, pattern));
  const mayApart = (permission: 'merge' | 'delete', otherwise: GitPermission, pattern: string): boolean =>
    may(isSaid(repository.permissions, permission, pattern) ? permission : otherwise, pattern);
  const rule = (pattern: string): RefRule => ({
    pattern: pattern === '' ? '*' : pattern,
    mayWrite: may('write', pattern),
    mayRewind: may('rewind', pattern),
    mayMerge: mayApart('merge', 'write', pattern),
    mayDelete: mayApart('delete', 'rewind', pattern),
  });
  return [...patternsOf(repository.permissions), ''].map(rule);
}

/** Whether there may be a ref that the viewer may write. */
export const mayPush = (viewer: Viewer, repository: Repository): boolean =>
  refRulesFor(viewer, repository).some((rule) => rule.mayWrite);

/** The rule for one ref, by its full name. */
export function ruleOf(rules: readonly RefRule[], ref: string): RefRule | undefined {
  return rules.find(({ pattern }) => isLike(ref, pattern));
}

/** Who deletes a branch or tag has to be somebody who may write it, too. */
export function mayDelete(rules: readonly RefRule[], ref: string): boolean {
  const rule = ruleOf(rules, ref);
  return rule !== undefined && rule.mayWrite && rule.mayDelete;
}

/** Tells by full names which branches and tags the viewer may delete; the default branch stays. */
export function deletionFor(viewer: Viewer, repository: Repository): (ref: string) => boolean {
  const rules = refRulesFor(viewer, repository);
  const kept = `refs/heads/${repository.default_branch ?? ''}`;
  return (ref) => ref !== kept && mayDelete(rules, ref);
}

/** Whether somebody may write a branch of the repository. */
export const mayWriteBranch = (viewer: Viewer, repository: Repository, branch: string): boolean =>
  ruleOf(refRulesFor(viewer, repository), `refs/heads/${branch}`)?.mayWrite === true;

/** Whether a text is the pattern with something, or nothing, for each `*`; takes time in proportion to the text. */
function isLike(text: string, pattern: string): boolean {
  const [start = '', ...parts] = pattern.split('*');
  const end = parts.pop();
  if (end === undefined) return text === pattern;
  let at = start.length;
  for (const part of parts) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.startsWith(start) && text.endsWith(end) && at + end.length <= text.length;
}

/** Of a new repository: registered people who see its project read, its members write, nobody rewinds. */
export const initialPermissions = ({ access }: ProjectRow): PermissionRow[] => {
  const isOpen = access === 'public' || access === 'unrestricted';
  return [
    { pattern: '', permission: 'read', ugroup_id: isOpen ? groupIds.registered : groupIds.members },
    { pattern: '', permission: 'write', ugroup_id: groupIds.members },
  ];
};

/** Of a personal fork: who read its parent reads it, and nobody but its owner writes to it. */
export const personalPermissions = ({ permissions }: Repository): PermissionRow[] => [
  ...permissions
    .filter(({ permission }) => permission === 'read')
    .map(({ pattern, permission, ugroup_id }) => ({ pattern, permission, ugroup_id })),
  { pattern: '', permission: 'write', ugroup_id: groupIds.nobody },
];
