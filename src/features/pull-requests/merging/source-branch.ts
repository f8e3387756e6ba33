// The branch that a pull request asks to be merged, once it is merged: whether it is there still, and who may delete it.
import type { Static } from 'typebox';
import type { Reader } from '../../../platform/database/index.ts';
import { forbidden, invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { requireLivingProject } from '../../projects/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { deletionFor } from '../../source-control/index.ts';
import type { CodeAccess } from '../../source-control/index.ts';
import type { Found } from '../finding.ts';
import type { PullRequest } from '../pull-requests.schema.ts';
import { listOpenOf } from '../pull-requests.store.ts';

const refOf = ({ row }: Found): string => `refs/heads/${row.branch_src}`;

/** Ids of other open pull requests from the branch, or into it, which deleting it would abandon. */
async function listOthers(db: Reader, { row, source }: Found): Promise<number[]> {
  if (source === undefined) return [];
  return (await listOpenOf(db, source.id, [row.branch_src])).flatMap(({ id }) => (id === row.id ? [] : id));
}

export async function showSourceBranch(
  db: Reader,
  code: CodeAccess,
  viewer: Viewer,
  found: Found,
): Promise<Static<typeof PullRequest>['source_branch']> {
  const { source, row } = found;
  const hash = source === undefined ? undefined : await code.findBranch(db, source.id, row.branch_src);
  if (source === undefined || hash === undefined) return { exists: false, user_can_delete: false };
  const mayDelete = deletionFor(viewer, source)(refOf(found)) && (await listOthers(db, found)).length === 0;
  return { exists: true, user_can_delete: mayDelete };
}

/** Throws forbidden for who may not delete the branch, and in a closed project, and invalid where it has to stay. */
export async function requireDeletable(db: Reader, viewer: Viewer, found: Found): Promise<void> {
  const { source, row } = found;
  const path = 'delete_source_branch';
  if (source === undefined) throw invalid(says('pull.source-gone')`can't be deleted: the fork no longer exists`, path);
  requireLivingProject(source.project);
  if (source.default_branch === row.branch_src)
    throw invalid(says('pull.source-default')`can't be deleted: "${row.branch_src}" is the default branch`, path);
  if (!deletionFor(viewer, source)(refOf(found)))
    throw forbidden(says('pull.source-kept')`you don't have permission to delete the branch "${row.branch_src}"`);
  const [other] = await listOthers(db, found);
  if (other !== undefined)
    throw invalid(says('pull.source-needed')`can't be deleted: pull request ${other} also needs the branch`, path);
}

/**
 * Deletes the branch of what was merged; where something else was pushed to it meanwhile, or it is gone, or another pull request
 * needs it, it is left as it is. Throws as GitContents.deleteRef.
 */
export async function deleteSource(db: Reader, code: CodeAccess, viewer: Viewer, found: Found): Promise<void> {
  const { source, row } = found;
  if (source === undefined) return;
  if ((await code.findBranch(db, source.id, row.branch_src)) !== row.head_hash) return;
  if ((await listOthers(db, found)).length > 0) return;
  await code.deleteRef(viewer, source.id, refOf(found), row.head_hash);
}
