// What is said about pull requests: how it is shown, what may be answered and changed, and on which line it stands by now.
import type { Static } from 'typebox';
import type { Reader } from '../../platform/database/index.ts';
import { forbidden, invalid, notFound } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { listPreferencesOf, requireUser, textFormatPreference } from '../people/index.ts';
import { requireLivingProject } from '../projects/index.ts';
import type { Viewer } from '../projects/index.ts';
import { readKeywords } from '../source-control/index.ts';
import { findEnds, findFor } from './finding.ts';
import type { Found } from './finding.ts';
import { findOffset, isOnNewSide, mapLines, moveRange } from './inline-places.ts';
import type { LineRange } from './inline-places.ts';
import type { Comment, InlineComment } from './pull-requests.schema.ts';
import { readPeople } from './people.ts';
import type { PullRequestNeeds } from './pull-requests.service.ts';
import type { CommentRow, InlineRow } from './pull-requests.store.ts';
import { readSuggestions } from './suggestions/suggestions.ts';
import { renderText, viewComment } from './pull-requests.view.ts';
import type { People } from './pull-requests.view.ts';
import { findWhole } from './unidiff.ts';

/** Of each kind, of one pull request; older ones are not shown. */
export const talkMax = 1000;

/** Names of the design's palette; threads take them in turn. */
const colors = ['fiesta-red', 'clockwork-orange', 'sherwood-green', 'ocean-turquoise', 'deep-blue', 'plum-crazy'];
export const colorOf = (id: number): string => colors[id % colors.length] ?? '';

export const textOf = (content: string): string => {
  if (content.trim() === '') throw invalid(says('pull.empty')`is required`, 'content');
  return content;
};

/** Of who says none: plain text where they prefer it, else Markdown; a comment is never HTML. */
export async function formatFor(
  db: Reader,
  userId: number,
  wanted: CommentRow['format'] | null | undefined,
): Promise<CommentRow['format']> {
  if (wanted !== undefined && wanted !== null) return wanted;
  const preferred = (await listPreferencesOf(db, [userId], textFormatPreference)).get(userId);
  return preferred === 'text' ? 'text' : 'commonmark';
}

/** Ids of those whom a comment shows. */
export const peopleOf = ({ user_id: author, resolved_by: by }: CommentRow): number[] =>
  by === null ? [author] : [author, by];

export async function viewComments(
  { database, markup }: PullRequestNeeds,
  viewer: Viewer,
  found: Found,
  rows: readonly CommentRow[],
  people?: People,
): Promise<Omit<Static<typeof Comment>, 'type'>[]> {
  const keywords = await readKeywords(database.read, found.repository.project);
  const known = people ?? (await readPeople(database.read, rows.flatMap(peopleOf)));
  const shown: Omit<Static<typeof Comment>, 'type'>[] = [];
  for (const row of rows) {
    const html = await renderText({ markup, keywords }, viewer, row);
    shown.push(viewComment(viewer, row, known, html));
  }
  return shown;
}

type Thread = Pick<CommentRow, 'id' | 'pull_request_id' | 'parent_id'>;

/** Throws notFound and invalid for what can't be answered. */
export function requireParent(parent: Thread | undefined, pullRequestId: number): void {
  if (parent === undefined) throw notFound(says('pull.no-comment')`this comment does not exist`);
  if (parent.pull_request_id !== pullRequestId)
    throw invalid(says('pull.other-comment')`must be a comment of this pull request`, 'parent_id');
  requireFirst(parent, 'parent_id');
}

/** Throws invalid for an answer. */
export function requireFirst({ parent_id: parent }: Thread, part: string): void {
  if (parent !== 0) throw invalid(says('pull.thread')`must be the first comment of its thread`, part);
}

export async function prepareRewriting(
  { database, clock, code }: PullRequestNeeds,
  viewer: Viewer,
  row: CommentRow | undefined,
  content: string,
): Promise<{ found: Found; change: { content: string; edited_at_ms: number } }> {
  const user = requireUser(viewer);
  if (row === undefined) throw notFound(says('pull.no-comment')`this comment does not exist`);
  const found = await findFor(database.read, code, viewer, row.pull_request_id);
  requireLivingProject(found.repository.project);
  if (row.user_id !== user.id) throw forbidden(says('pull.author')`only its author can edit a comment`);
  if (row.format === 'text') throw forbidden(says('pull.plain')`comments in plain text can't be edited`);
  return { found, change: { content: textOf(content), edited_at_ms: clock.nowMs() } };
}

/** Where the lines are that a comment is about, by now. */
export interface CodeLocation {
  offset: number;
  firstOffset: number;
  isOutdated: boolean;
  /** Of what is about lines of the newer version that are all as they were: where they are in it. */
  lines: LineRange | undefined;
}

const isAboutNew = (row: InlineRow): boolean =>
  isOnNewSide({ position: row.position, oldLine: row.old_line, newLine: row.new_line });

/** Where comments on lines stand by now, each worked out once for one file and one version. */
export async function locateInline(
  { code }: Pick<PullRequestNeeds, 'code'>,
  found: Found,
  rows: readonly InlineRow[],
): Promise<Map<number, CodeLocation>> {
  const ends = await findEnds(code, found);
  const wholes = new Map<string, ReturnType<typeof findWhole>>();
  const read = (path: string, from: string, to: string): ReturnType<typeof findWhole> => {
    const key = `${from} ${to} ${path}`;
    const known = wholes.get(key) ?? findWhole(code, found.repository, { from, to }, path);
    wholes.set(key, known);
    return known;
  };
  const place = async (row: InlineRow): Promise<CodeLocation> => {
    const stale = { offset: row.unidiff_offset, firstOffset: row.unidiff_offset, isOutdated: true, lines: undefined };
    const isNew = isAboutNew(row);
    const last = (isNew ? row.new_line : row.old_line) ?? 0;
    const range = { first: row.first_line ?? last, last };
    const isSame = row.base_hash === ends.from && row.head_hash === ends.to;
    if (isSame && row.first_line === null) return { ...stale, isOutdated: false, lines: isNew ? range : undefined };
    const [before, after] = isNew ? [row.head_hash, ends.to] : [row.base_hash, ends.from];
    const between = await read(row.file_path, before, after);
    const now = between === undefined ? { ...range, isWhole: true } : moveRange(mapLines(between.lines), range);
    if (now === undefined) return stale;
    const whole = await read(row.file_path, ends.from, ends.to);
    const offset = findOffset(whole?.lines ?? [], isNew, now.last);
    const firstOffset = findOffset(whole?.lines ?? [], isNew, now.first);
    if (offset === undefined || firstOffset === undefined) return stale;
    const lines = isNew && now.isWhole ? { first: now.first, last: now.last } : undefined;
    return { offset, firstOffset, isOutdated: false, lines };
  };
  const places = new Map<number, CodeLocation>();
  for (const row of rows) places.set(row.id, await place(row));
  return places;
}

/** None of a comment about lines that the newer version does not have. */
export const suggestionsOf = (row: InlineRow): string[][] =>
  row.format === 'commonmark' && isAboutNew(row) ? readSuggestions(row.content) : [];

function viewSuggestions(row: InlineRow, { lines: now }: CodeLocation): Static<typeof InlineComment>['suggestions'] {
  return suggestionsOf(row).map((lines, index) => {
    if (row.applied_number === index + 1) return { lines, state: 'applied', commit_id: row.applied_hash };
    return { lines, state: now === undefined ? 'outdated' : 'open', commit_id: null };
  });
}

export async function viewInline(
  needs: PullRequestNeeds,
  viewer: Viewer,
  found: Found,
  rows: readonly InlineRow[],
  people?: People,
): Promise<Static<typeof InlineComment>[]> {
  const places = await locateInline(needs, found, rows);
  const comments = await viewComments(needs, viewer, found, rows, people);
  return rows.flatMap((row, index) => {
    const comment = comments[index];
    const place = places.get(row.id);
    if (comment === undefined || place === undefined) return [];
    return {
      ...comment,
      type: 'inline-comment',
      file_path: row.file_path,
      unidiff_offset: place.offset,
      first_unidiff_offset: place.firstOffset,
      position: row.position,
      is_outdated: place.isOutdated,
      suggestions: viewSuggestions(row, place),
    };
  });
}
