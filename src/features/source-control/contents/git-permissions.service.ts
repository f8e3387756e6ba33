// Who may do what with a repository, as its administrators see and change it.
import type { Static } from 'typebox';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { recordAudit } from '../../audit/index.ts';
import { actorOf } from '../../people/index.ts';
import { grantedGroups, groupIds, requireStillLiving } from '../../projects/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { bumpSiteVersion } from '../../site/index.ts';
import type { GitPermissions, GitPermissionsChange } from '../repositories/git-repositories.schema.ts';
import type { GitRepositories } from '../repositories/git-repositories.service.ts';
import { viewPermissions } from '../repositories/git-repositories.view.ts';
import { replacePermissions } from '../repositories/git.store.ts';
import type { PermissionRow } from '../repositories/git.store.ts';
import type { GitPermission } from '../repositories/git.tables.ts';

export interface RepositoryPermissions {
  /** Throws as GitRepositories.readAsAdmin. */
  show(viewer: Viewer, id: number): Promise<Static<typeof GitPermissions>>;
  /** Throws as show, and invalid for groups and patterns that can't be. */
  change(viewer: Viewer, id: number, wanted: Static<typeof GitPermissionsChange>): Promise<void>;
}

export function createRepositoryPermissions(
  { database, clock }: { database: Database; clock: Clock },
  repositories: GitRepositories,
): RepositoryPermissions {
  return {
    async show(viewer, id) {
      const repository = await repositories.readAsAdmin(viewer, id);
      return viewPermissions(repository, await repositories.nameGroups(repository.project_id));
    },
    async change(viewer, id, { patterns = [], ...whole }) {
      const { project } = await repositories.readAsAdmin(viewer, id);
      const scope = { project, groupNames: await repositories.nameGroups(project.id) };
      const grant = (
        groups: Static<typeof grantedGroups.GroupReferences>,
        permission: GitPermission,
        path: string,
        pattern = '',
      ): PermissionRow[] => {
        const ids = grantedGroups.readGroupIds(groups, scope, path).filter((group) => group !== groupIds.nobody);
        if (permission !== 'read' && ids.includes(groupIds.anonymous))
          throw invalid(
            says('git.everybody-writes')`can't contain all users: changing a repository requires signing in`,
            path,
          );
        return (ids.length === 0 ? [groupIds.nobody] : ids).map((ugroup_id) => ({ pattern, permission, ugroup_id }));
      };
      const grantApart = (
        said: {
          merge?: Static<typeof grantedGroups.GroupReferences>;
          delete?: Static<typeof grantedGroups.GroupReferences>;
        },
        path: string,
        pattern = '',
      ): PermissionRow[] =>
        (['merge', 'delete'] as const).flatMap((permission) => {
          const groups = said[permission];
          return groups === undefined ? [] : grant(groups, permission, `${path}${permission}`, pattern);
        });
      const rows = [
        ...(['read', 'write', 'rewind'] as const).flatMap((permission) =>
          grant(whole[permission], permission, permission),
        ),
        ...grantApart(whole, ''),
        ...patterns.flatMap(({ pattern, write, rewind, ...said }, index) => {
          const path = `patterns[${index}]`;
          requirePattern(pattern, `${path}.pattern`);
          if (patterns.findIndex((one) => one.pattern === pattern) !== index)
            throw invalid(says('git.pattern-twice')`"${pattern}" is listed twice`, `${path}.pattern`);
          return [
            ...grant(write, 'write', `${path}.write`, pattern),
            ...grant(rewind, 'rewind', `${path}.rewind`, pattern),
            ...grantApart(said, `${path}.`, pattern),
          ];
        }),
      ];
      await database.transact(async (tx) => {
        await requireStillLiving(tx, project.id);
        await replacePermissions(tx, id, rows);
        await bumpSiteVersion(tx);
        await recordAudit(tx, clock, {
          kind: 'repository-changed',
          by: actorOf(viewer),
          projectId: project.id,
          details: { git_repository: id, permissions: JSON.stringify(wantedText(rows)) },
        });
      });
    },
  };
}

const wantedText = (rows: readonly PermissionRow[]): string[] =>
  rows.map(({ pattern, permission, ugroup_id }) => `${pattern === '' ? '' : `${pattern} `}${permission} ${ugroup_id}`);

/** Throws invalid, naming `path`. */
export function requirePattern(pattern: string, path: string): void {
  if (!/^refs\/(?:heads|tags)\/[A-Za-z0-9_.*/+@#-]+$/.test(pattern) || /\.\.|(?:\*.*){4}/.test(pattern))
    throw invalid(
      says(
        'git.pattern',
      )`must be a pattern such as refs/heads/release/* or refs/tags/v*: letters, digits, "_", ".", "-", "/", "+", "@", "#", and at most three "*" for any characters`,
      path,
    );
}
