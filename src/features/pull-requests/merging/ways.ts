// The ways in which a branch is merged, each of which gives the commit that the target will be at.
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { requireUser } from '../../people/index.ts';
import type { UserRow } from '../../people/index.ts';
import type { Viewer } from '../../projects/index.ts';
import type { CodeAccess } from '../../source-control/index.ts';
import type { Found } from '../finding.ts';
import { identityOf } from '../people.ts';
import type { MergeMethod, MergeRules } from './merge-rules.ts';
import { truncate } from '../../../platform/texts/shorten.ts';

/** Throws invalid for a way that the rules do not allow. */
export function chooseMethod({ methods }: MergeRules, wanted: MergeMethod | undefined): MergeMethod {
  const method = wanted ?? methods[0] ?? 'merge';
  if (!methods.includes(method))
    throw invalid(
      says('pull.method')`is not allowed in this repository; use ${methods.map((one) => `"${one}"`).join(', ')}`,
      'merge_method',
    );
  return method;
}

/** Commits that become one whose messages it keeps, the newest. */
const squashedMax = 100;
/** Characters of all messages that become one; the rest is cut off. */
const messagesMax = 15_000;

/** What the commits said, oldest first, so that what they close is closed. */
async function readMessages(code: CodeAccess, { row, repository }: Found): Promise<string> {
  const filter = {
    from: row.head_hash,
    without: row.dest_hash,
    path: undefined,
    author: undefined,
    message: undefined,
  };
  const hashes = await code.listHistory(repository, filter, { limit: squashedMax, offset: 0 });
  const commits = await code.readCommits(repository, hashes.toReversed());
  const messages = [...commits.values()].map(({ message }) => `* ${message.trim()}\n`);
  return truncate(messages.join('\n'), messagesMax).toWellFormed();
}

/** The commit that the target will be at. Throws invalid where it can't be merged in this way. */
export async function prepareMerge(
  code: CodeAccess,
  viewer: Viewer,
  found: Found,
  { method, author }: { method: MergeMethod; author: UserRow | undefined },
): Promise<string> {
  const { row, repository } = found;
  const { dest_hash: into, head_hash: head } = row;
  const outlook = await code.previewMerge(repository, { into, head });
  if (outlook.kind === 'conflict')
    throw invalid(
      says(
        'pull.conflict',
      )`can't be merged: it conflicts with "${row.branch_dest}"; merge that branch into "${row.branch_src}" first`,
      'status',
    );
  if (outlook.kind === 'merged') return head;
  const committer = identityOf(requireUser(viewer));
  const tree = outlook.kind === 'no_fastforward' ? outlook.tree : `${head}^{tree}`;
  if (method === 'squash') {
    const said = await readMessages(code, found);
    const message = `${row.title}\n\nPull request ${row.id}: ${row.branch_src} into ${row.branch_dest}\n\n${row.description}\n\n${said}`;
    const by = author === undefined ? committer : identityOf(author);
    return code.writeCommit(repository, { tree, parents: [into], message, author: by, committer });
  }
  if (outlook.kind === 'fastforward') return head;
  if (method === 'fast-forward')
    throw invalid(
      says(
        'pull.only-forward',
      )`can't be merged: "${row.branch_dest}" has commits that are not in "${row.branch_src}", and this repository only allows fast-forward merges; rebase "${row.branch_src}" first`,
      'status',
    );
  if (method === 'rebase') {
    const top = await code.rebase(repository, { onto: into, head, committer });
    if (top !== undefined) return top;
    throw invalid(
      says(
        'pull.no-rebase',
      )`can't be merged: its commits can't be rebased on "${row.branch_dest}"; rebase "${row.branch_src}" yourself and push it`,
      'status',
    );
  }
  return code.writeCommit(repository, {
    tree,
    parents: [into, head],
    message: `Merge "${row.title}"\n\nPull request ${row.id}: ${row.branch_src} into ${row.branch_dest}\n\n${row.description}\n`,
    author: committer,
  });
}
