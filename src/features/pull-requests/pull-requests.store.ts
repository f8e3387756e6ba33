// Reads and writes pull requests and what belongs to them.
import type { Insertable, Selectable, Updateable } from 'kysely';
import { anyOf } from '../../platform/database/index.ts';
import type { Reader, Tables, Writer } from '../../platform/database/index.ts';
import { carriersOf } from '../labels/index.ts';
import type { ReferenceName, TextReference } from '../trackers/index.ts';
import type { EventKind } from './pull-requests.tables.ts';
import './pull-requests.tables.ts';

export type PullRequestRow = Selectable<Tables['pull_requests']>;
export type CommentRow = Selectable<Tables['pull_request_comments']>;
export type InlineRow = Selectable<Tables['pull_request_inline_comments']>;
export type EventRow = Selectable<Tables['pull_request_events']>;

export const insertPullRequest = (tx: Writer, row: Insertable<Tables['pull_requests']>): Promise<PullRequestRow> =>
  tx.insertInto('pull_requests').values(row).returningAll().executeTakeFirstOrThrow();

export const findPullRequest = (db: Reader, id: number): Promise<PullRequestRow | undefined> =>
  db.selectFrom('pull_requests').selectAll().where('id', '=', id).executeTakeFirst();

export const listPullRequestsByIds = async (db: Reader, ids: readonly number[]): Promise<PullRequestRow[]> =>
  ids.length === 0
    ? []
    : db.selectFrom('pull_requests').selectAll().where('id', 'in', ids).orderBy('id', 'desc').execute();

export async function updatePullRequest(
  tx: Writer,
  id: number,
  change: Updateable<Tables['pull_requests']>,
): Promise<void> {
  await tx.updateTable('pull_requests').set(change).where('id', '=', id).execute();
}

/** Where the branch is that is to be merged. */
export const sourceOf = ({ repository_id: id, fork_id: fork }: PullRequestRow): number => fork ?? id;

/** Those that are open and have one of these branches of a repository on either side. */
export const listOpenOf = (db: Reader, repositoryId: number, branches: readonly string[]): Promise<PullRequestRow[]> =>
  branches.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('pull_requests')
        .selectAll()
        .where('status', '=', 'review')
        .where((eb) =>
          eb.or([
            eb('repository_id', '=', repositoryId).and('branch_dest', 'in', branches),
            eb('repository_id', '=', repositoryId).and('fork_id', 'is', null).and('branch_src', 'in', branches),
            eb('fork_id', '=', repositoryId).and('branch_src', 'in', branches),
          ]),
        )
        .orderBy('id')
        .execute();

export interface Filter {
  isOpen: boolean | undefined;
  authors: readonly number[];
  reviewers: readonly number[];
  /** Author or reviewer. */
  related: readonly number[];
  targets: readonly string[];
  sources: readonly string[];
  /** All of them. */
  labels: readonly number[];
  /** All of them in the title or the description. */
  words: readonly string[];
}

const likeOf = (word: string): string => `%${word.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

function filtered(db: Reader, repositoryId: number, filter: Filter) {
  const reviewed = (users: readonly number[]) =>
    db.selectFrom('pull_request_reviewers').select('pull_request_id').where('user_id', 'in', users);
  let found = db.selectFrom('pull_requests').where('repository_id', '=', repositoryId);
  if (filter.isOpen !== undefined) found = found.where('status', filter.isOpen ? '=' : '<>', 'review');
  if (filter.authors.length > 0) found = found.where('user_id', 'in', filter.authors);
  if (filter.targets.length > 0) found = found.where('branch_dest', 'in', filter.targets);
  if (filter.sources.length > 0) found = found.where('branch_src', 'in', filter.sources);
  if (filter.reviewers.length > 0) found = found.where('id', 'in', reviewed(filter.reviewers));
  if (filter.related.length > 0)
    found = found.where((eb) => eb.or([eb('user_id', 'in', filter.related), eb('id', 'in', reviewed(filter.related))]));
  if (filter.labels.length > 0) found = found.where('id', 'in', carriersOf(db, 'pull-request', filter.labels));
  for (const word of filter.words)
    found = found.where(({ eb, fn, val }) =>
      eb.or((['title', 'description'] as const).map((column) => eb(fn('lower', [column]), 'like', val(likeOf(word))))),
    );
  return found;
}

export async function pagePullRequests(
  db: Reader,
  repositoryId: number,
  filter: Filter,
  { limit, offset, order }: { limit: number; offset: number; order: 'asc' | 'desc' },
): Promise<{ rows: PullRequestRow[]; size: number }> {
  const found = filtered(db, repositoryId, filter);
  const [rows, count] = await Promise.all([
    found.selectAll().orderBy('id', order).limit(limit).offset(offset).execute(),
    found.select((eb) => eb.fn.countAll<number>().as('size')).executeTakeFirstOrThrow(),
  ]);
  return { rows, size: Number(count.size) };
}

/** How many are open, by the repository into which they are to be merged; those without any are left out. */
export const countOpenIn = async (db: Reader, repositoryIds: readonly number[]): Promise<[number, number][]> =>
  (
    await db
      .selectFrom('pull_requests')
      .select(['repository_id', (eb) => eb.fn.countAll<number>().as('count')])
      .where('status', '=', 'review')
      .where('repository_id', 'in', repositoryIds)
      .groupBy('repository_id')
      .execute()
  ).map((row) => [row.repository_id, Number(row.count)]);

/** Ids of people with requests in a repository. */
export const listAuthors = async (db: Reader, repositoryId: number): Promise<number[]> =>
  (
    await db
      .selectFrom('pull_requests')
      .select('user_id')
      .distinct()
      .where('repository_id', '=', repositoryId)
      .orderBy('user_id')
      .execute()
  ).map((row) => row.user_id);

export const listReviewersOfRepository = async (db: Reader, repositoryId: number): Promise<number[]> =>
  (
    await db
      .selectFrom('pull_request_reviewers')
      .innerJoin('pull_requests', 'pull_requests.id', 'pull_request_reviewers.pull_request_id')
      .select('pull_request_reviewers.user_id')
      .distinct()
      .where('pull_requests.repository_id', '=', repositoryId)
      .orderBy('pull_request_reviewers.user_id')
      .execute()
  ).map((row) => row.user_id);

/** Who made open pull requests into repositories of a project, reviews them or wrote in them, by repository. */
export async function listConcerned(db: Reader, projectId: number): Promise<Map<number, number[]>> {
  const open = db
    .selectFrom('pull_requests')
    .innerJoin('git_repositories', 'git_repositories.id', 'pull_requests.repository_id')
    .where('git_repositories.project_id', '=', projectId)
    .where('pull_requests.status', '=', 'review');
  const ids = open.select('pull_requests.id');
  const part = ['pull_request_id as id', 'user_id'] as const;
  const [requests, others] = await Promise.all([
    open.select(['pull_requests.id', 'pull_requests.repository_id', 'pull_requests.user_id']).execute(),
    db
      .selectFrom('pull_request_reviewers')
      .select(part)
      .where('pull_request_id', 'in', ids)
      .union(db.selectFrom('pull_request_comments').select(part).where('pull_request_id', 'in', ids))
      .union(db.selectFrom('pull_request_inline_comments').select(part).where('pull_request_id', 'in', ids))
      .execute(),
  ]);
  const found = new Map<number, Set<number>>();
  const repositoryOf = new Map(requests.map((row) => [row.id, row.repository_id]));
  for (const { id, user_id: person } of [...requests, ...others]) {
    const repository = repositoryOf.get(id) ?? 0;
    found.set(repository, (found.get(repository) ?? new Set()).add(person));
  }
  return new Map([...found].map(([id, people]) => [id, [...people].sort((one, other) => one - other)]));
}

/** Ids of reviewers, by pull request. */
export async function listReviewers(db: Reader, ids: readonly number[]): Promise<Map<number, number[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('pull_request_reviewers')
    .selectAll()
    .where('pull_request_id', 'in', ids)
    .orderBy('user_id')
    .execute();
  const found = new Map<number, number[]>();
  for (const { pull_request_id: id, user_id: user } of rows) found.set(id, [...(found.get(id) ?? []), user]);
  return found;
}

export async function replaceReviewers(tx: Writer, id: number, users: readonly number[]): Promise<void> {
  await tx.deleteFrom('pull_request_reviewers').where('pull_request_id', '=', id).execute();
  if (users.length === 0) return;
  const rows = users.map((user) => ({ pull_request_id: id, user_id: user }));
  await tx.insertInto('pull_request_reviewers').values(rows).execute();
}

export async function insertEvent(
  tx: Writer,
  event: { pullRequestId: number; by: number; atMs: number; kind: EventKind; added?: number[]; removed?: number[] },
): Promise<void> {
  const { pullRequestId, by, atMs, kind, added = [], removed = [] } = event;
  const row = { pull_request_id: pullRequestId, user_id: by, at_ms: atMs, kind };
  await tx
    .insertInto('pull_request_events')
    .values({ ...row, added_json: JSON.stringify(added), removed_json: JSON.stringify(removed) })
    .execute();
}

/** The newest ones, oldest first. */
const newest = <Row>(rows: Row[]): Row[] => rows.toReversed();

export const listEvents = async (db: Reader, id: number, max: number): Promise<EventRow[]> =>
  newest(
    await db
      .selectFrom('pull_request_events')
      .selectAll()
      .where('pull_request_id', '=', id)
      .orderBy('id', 'desc')
      .limit(max)
      .execute(),
  );

export const listComments = async (db: Reader, id: number, max: number): Promise<CommentRow[]> =>
  newest(
    await db
      .selectFrom('pull_request_comments')
      .selectAll()
      .where('pull_request_id', '=', id)
      .orderBy('id', 'desc')
      .limit(max)
      .execute(),
  );

export const listInlineComments = async (db: Reader, id: number, max: number): Promise<InlineRow[]> =>
  newest(
    await db
      .selectFrom('pull_request_inline_comments')
      .selectAll()
      .where('pull_request_id', '=', id)
      .orderBy('id', 'desc')
      .limit(max)
      .execute(),
  );

export const findComment = (db: Reader, id: number): Promise<CommentRow | undefined> =>
  db.selectFrom('pull_request_comments').selectAll().where('id', '=', id).executeTakeFirst();

export const findInlineComment = (db: Reader, id: number): Promise<InlineRow | undefined> =>
  db.selectFrom('pull_request_inline_comments').selectAll().where('id', '=', id).executeTakeFirst();

export const insertComment = (tx: Writer, row: Insertable<Tables['pull_request_comments']>): Promise<CommentRow> =>
  tx.insertInto('pull_request_comments').values(row).returningAll().executeTakeFirstOrThrow();

export const insertInlineComment = (
  tx: Writer,
  row: Insertable<Tables['pull_request_inline_comments']>,
): Promise<InlineRow> =>
  tx.insertInto('pull_request_inline_comments').values(row).returningAll().executeTakeFirstOrThrow();

export type TalkTable = 'pull_request_comments' | 'pull_request_inline_comments';

export async function rewrite(
  tx: Writer,
  table: TalkTable,
  id: number,
  change: { content: string; edited_at_ms: number },
): Promise<void> {
  await tx.updateTable(table).set(change).where('id', '=', id).execute();
}

/** Which of its suggestions was applied, from 1, and in which commit. */
export async function markApplied(
  tx: Writer,
  id: number,
  { number, hash }: { number: number; hash: string },
): Promise<void> {
  const change = { applied_number: number, applied_hash: hash };
  await tx.updateTable('pull_request_inline_comments').set(change).where('id', '=', id).execute();
}

/** A thread with an answer has a colour. */
export async function colourThread(tx: Writer, table: TalkTable, id: number, color: string): Promise<void> {
  await tx.updateTable(table).set({ color }).where('id', '=', id).where('color', '=', '').execute();
}

/** undefined: the thread is open again. */
export async function resolveThread(
  tx: Writer,
  table: TalkTable,
  id: number,
  resolution: { by: number; atMs: number } | undefined,
): Promise<void> {
  const change = { resolved_by: resolution?.by ?? null, resolved_at_ms: resolution?.atMs ?? null };
  await tx.updateTable(table).set(change).where('id', '=', id).execute();
}

/** Of those on lines, outdated ones as well. */
export async function countOpenThreads(db: Reader, id: number): Promise<number> {
  const { count } = await db
    .selectFrom('pull_request_inline_comments')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('pull_request_id', '=', id)
    .where('parent_id', '=', 0)
    .where('resolved_at_ms', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Title and description speak of these artifacts, and of no others. */
export async function replaceReferences(tx: Writer, id: number, references: readonly TextReference[]): Promise<void> {
  await tx.deleteFrom('pull_request_references').where('pull_request_id', '=', id).execute();
  if (references.length === 0) return;
  const rows = references.map(({ keyword, id: target }) => ({ pull_request_id: id, keyword, target_id: target }));
  await tx.insertInto('pull_request_references').values(rows).execute();
}

/** Those that speak of an artifact, newest first; with the words that they take for it. */
export const listReferring = (
  db: Reader,
  targetId: number,
  max: number,
): Promise<(PullRequestRow & { keyword: string })[]> =>
  db
    .selectFrom('pull_request_references')
    .innerJoin('pull_requests', 'pull_requests.id', 'pull_request_references.pull_request_id')
    .selectAll('pull_requests')
    .select('pull_request_references.keyword')
    .where('pull_request_references.target_id', '=', targetId)
    .orderBy('pull_requests.id', 'desc')
    .limit(max)
    .execute();

/** Those whose title or description has references by these names, newest first. */
export const listNaming = (
  db: Reader,
  names: readonly ReferenceName[],
  max: number,
): Promise<{ id: number; repository_id: number; keyword: string; target_id: number }[]> =>
  names.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('pull_request_references')
        .innerJoin('pull_requests', 'pull_requests.id', 'pull_request_references.pull_request_id')
        .select(['pull_requests.id', 'repository_id', 'keyword', 'target_id'])
        .where((eb) =>
          anyOf(
            eb,
            names.map(({ least, whole, id }) =>
              eb.and([eb('target_id', '=', id), eb('keyword', '>=', least), eb('keyword', '<=', whole)]),
            ),
          ),
        )
        .orderBy('pull_requests.id', 'desc')
        .limit(max)
        .execute();

/** Those of some branches of a repository, newest first. */
export const listOfBranches = (
  db: Reader,
  repositoryId: number,
  branches: readonly string[],
  max: number,
): Promise<PullRequestRow[]> =>
  db
    .selectFrom('pull_requests')
    .selectAll()
    .where((eb) =>
      eb.or([eb('fork_id', '=', repositoryId), eb('repository_id', '=', repositoryId).and('fork_id', 'is', null)]),
    )
    .where('branch_src', 'in', branches)
    .orderBy('id', 'desc')
    .limit(max)
    .execute();

/** Whether nothing waited to be told before. */
export async function beginNotifying(tx: Writer, id: number, sinceMs: number): Promise<boolean> {
  const begun = await tx
    .updateTable('pull_requests')
    .set({ tell_since_ms: sinceMs })
    .where('id', '=', id)
    .where('tell_since_ms', 'is', null)
    .returning('id')
    .execute();
  return begun.length > 0;
}
