// Applies suggestions of comments on lines: one commit, which goes to the branch as a push would.
import { charsetOf } from '../../source-control/index.ts';
import type { Static } from 'typebox';
import { conflict, forbidden, invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { listUsersByIds, requireUser } from '../../people/index.ts';
import { requireLivingProject } from '../../projects/index.ts';
import type { Viewer } from '../../projects/index.ts';
import type { Repository } from '../../source-control/index.ts';
import { findFor, mayWriteSource } from '../finding.ts';
import type { Found } from '../finding.ts';
import { identityOf } from '../people.ts';
import type { PullRequestNeeds } from '../pull-requests.service.ts';
import * as store from '../pull-requests.store.ts';
import type { InlineRow } from '../pull-requests.store.ts';
import { locateInline, suggestionsOf } from '../said.ts';
import type { SuggestionsToApply } from './suggestions.schema.ts';
import { isOverlapping, replaceLines } from './suggestions.ts';
import type { Replacement } from './suggestions.ts';

type Wanted = Static<typeof SuggestionsToApply>;

interface Chosen {
  row: InlineRow;
  number: number;
  lines: readonly string[];
}

/**
 * Gives the hash of the commit. Throws as findFor, unauthenticated, forbidden for who may not write the branch, invalid for what is no
 * suggestion of this pull request or overlaps another, too-large where the project has no room, and conflict for what was applied already, whose lines are no longer
 * what they were, or where more is pushed meanwhile.
 */
export async function applySuggestions(
  needs: PullRequestNeeds,
  viewer: Viewer,
  id: number,
  { suggestions, message }: Wanted,
): Promise<string> {
  const { database, code } = needs;
  const user = requireUser(viewer);
  const found = await findFor(database.read, code, viewer, id);
  const source = requireApplicable(viewer, found);
  await code.requireRoom(viewer, source);
  const chosen: Chosen[] = [];
  for (const [index, wish] of suggestions.entries())
    chosen.push(await findChosen(needs, id, wish, `suggestions.${index}`));
  const { row } = found;
  const tree = await code.rewriteFiles(source, row.head_hash, await prepareChanges(needs, found, chosen));
  const to = await code.writeCommit(source, {
    tree,
    parents: [row.head_hash],
    message: await writeMessage(needs, viewer, { id, chosen, message: message ?? '' }),
    author: identityOf(user),
  });
  const move = { branch: row.branch_src, from: row.head_hash, to };
  const isMoved = await code.moveBranch(source, user, move, async (tx) => {
    const now = await findFor(tx, code, viewer, id);
    requireApplicable(viewer, now);
    if (now.row.head_hash !== row.head_hash) throw movedMeanwhile();
  });
  if (!isMoved) throw movedMeanwhile();
  await database.transact(async (tx) => {
    for (const { row: comment, number } of chosen) await store.markApplied(tx, comment.id, { number, hash: to });
  });
  return to;
}

const movedMeanwhile = () =>
  conflict(says('suggestion.pushed')`new commits were pushed; review them first, then try again`);

/** The repository that has the branch. */
function requireApplicable(viewer: Viewer, found: Found): Repository {
  const { row, source } = found;
  if (source === undefined) throw conflict(says('suggestion.no-fork')`the fork of this pull request no longer exists`);
  requireLivingProject(source.project);
  if (!mayWriteSource(viewer, found))
    throw forbidden(says('suggestion.rights')`you need permission to push to "${row.branch_src}" to apply suggestions`);
  if (row.status !== 'review')
    throw conflict(says('suggestion.closed')`suggestions can only be applied to open pull requests`);
  return source;
}

async function findChosen(
  { database }: PullRequestNeeds,
  id: number,
  { comment_id: commentId, number }: Wanted['suggestions'][number],
  part: string,
): Promise<Chosen> {
  const row = await store.findInlineComment(database.read, commentId);
  if (row === undefined || row.pull_request_id !== id)
    throw invalid(says('suggestion.comment')`must be a comment on lines of this pull request`, `${part}.comment_id`);
  const all = suggestionsOf(row);
  const wanted = number ?? 1;
  const lines = all[wanted - 1];
  if (lines === undefined)
    throw invalid(
      all.length === 0
        ? says('suggestion.none')`has no suggestion for lines of the branch`
        : says('suggestion.number')`must be 1 to ${all.length}`,
      all.length === 0 ? `${part}.comment_id` : `${part}.number`,
    );
  if (row.applied_hash !== null)
    throw conflict(says('suggestion.applied')`a suggestion of comment ${commentId} was already applied`);
  return { row, number: wanted, lines };
}

/** What becomes of each file. */
async function prepareChanges(
  needs: PullRequestNeeds,
  found: Found,
  chosen: readonly Chosen[],
): Promise<Map<string, (content: Buffer) => Buffer>> {
  const places = await locateInline(
    needs,
    found,
    chosen.map(({ row }) => row),
  );
  const otherwise = charsetOf(found.repository);
  const byFile = new Map<string, Replacement[]>();
  for (const { row, lines } of chosen) {
    const range = places.get(row.id)?.lines;
    if (range === undefined)
      throw conflict(
        says('suggestion.outdated')`the suggestion of comment ${row.id} is outdated: its lines were changed`,
      );
    byFile.set(row.file_path, [...(byFile.get(row.file_path) ?? []), { ...range, lines }]);
  }
  for (const [path, replacements] of byFile)
    if (isOverlapping(replacements))
      throw invalid(says('suggestion.twice')`must not change the same lines of "${path}" twice`, 'suggestions');
  return new Map(
    [...byFile].map(([path, replacements]) => [
      path,
      (content: Buffer) => replaceIn(path, content, { replacements, otherwise }),
    ]),
  );
}

/** Throws conflict where the encoding of the file has not all characters of the lines. */
function replaceIn(
  path: string,
  content: Buffer,
  { replacements, otherwise }: { replacements: readonly Replacement[]; otherwise: string },
): Buffer {
  const replaced = replaceLines(content, replacements, otherwise);
  if (replaced === undefined)
    throw conflict(
      says(
        'suggestion.encoding',
      )`"${path}" is not UTF-8, and its encoding does not support all characters of the suggestion; push the change instead`,
    );
  return replaced;
}

/** What was said by who applies them, or which files they change; and who suggested them, where that is somebody else. */
async function writeMessage(
  { database }: PullRequestNeeds,
  viewer: Viewer,
  { id, chosen, message }: { id: number; chosen: readonly Chosen[]; message: string },
): Promise<string> {
  const paths = [...new Set(chosen.map(({ row }) => row.file_path))];
  const files = paths.length === 1 ? (paths[0] ?? '') : `${paths.length} files`;
  const title =
    chosen.length === 1 ? `Apply a suggestion to ${files}` : `Apply ${chosen.length} suggestions to ${files}`;
  const others = [...new Set(chosen.map(({ row }) => row.user_id))].filter((one) => one !== requireUser(viewer).id);
  const people = await listUsersByIds(database.read, others);
  const thanks = people.map(({ real_name: name, username }) => `Suggested-by: ${name} (${username})\n`).join('');
  const text = message.trim() === '' ? `${title}\n\nPull request ${id}` : message.trim();
  return thanks === '' ? `${text}\n` : `${text}\n\n${thanks}`;
}
