// Writes pull requests to archives.
import type { PartTarget } from '../../archive/index.ts';
import { listLabelsOf } from '../../labels/index.ts';
import { listRepositoriesOfProject, personOf } from '../../source-control/index.ts';
import type { Person } from '../../source-control/index.ts';
import type { MergeRules } from '../merging/merge-rules.ts';
import { findRulesOfProject, findRulesOfRepository, listReviews } from '../merging/merge-rules.store.ts';
import { listReviewers } from '../pull-requests.store.ts';
import type { CommentRow, InlineRow, PullRequestRow } from '../pull-requests.store.ts';
import { peopleOf } from '../said.ts';
import { readIds } from '../talk.service.ts';
import type {
  ArchivedComment,
  ArchivedEvent,
  ArchivedPull,
  ArchivedPulls,
  ArchivedRules,
} from './archived-pulls.schema.ts';
import { listRowsOf, pagePullsOf } from './pulls.store.ts';

export const pullsFile = 'pull-requests.ndjson';
export const commentsFile = 'comments.ndjson';
export const eventsFile = 'events.ndjson';

const atOnce = 200;

/** People as the archive calls them; remembers them all. */
interface Namer {
  load(ids: readonly number[]): Promise<void>;
  /** null for nobody whom Tepal knows. */
  name(id: number): Person | null;
  nameAll(ids: readonly number[]): Person[];
  list(): Person[];
}

function createNamer({ db, people }: PartTarget): Namer {
  const known = new Map<number, Person>();
  const name = (id: number): Person | null => {
    if (id <= 0) return null;
    const person = known.get(id) ?? personOf(people.refer(id));
    known.set(id, person);
    return person;
  };
  return {
    load: (ids) => people.load(db, ids),
    name,
    nameAll: (ids) => ids.flatMap((id) => name(id) ?? []),
    list: () => [...known.values()],
  };
}

type Names = ReadonlyMap<number, string>;

async function describePull(
  { db }: PartTarget,
  namer: Namer,
  names: Names,
  row: PullRequestRow,
): Promise<ArchivedPull> {
  const reviewers = (await listReviewers(db, [row.id])).get(row.id) ?? [];
  const reviews = await listReviews(db, row.id);
  await namer.load([row.user_id, row.status_by ?? 0, ...reviewers, ...reviews.map((one) => one.user_id)]);
  const { repository_id, fork_id, user_id, status_by, tell_since_ms: _told, ...facts } = row;
  return {
    ...facts,
    repository: names.get(repository_id) ?? '',
    fork: fork_id === null ? null : (names.get(fork_id) ?? ''),
    by: namer.name(user_id),
    status_by: namer.name(status_by ?? 0),
    reviewers: namer.nameAll(reviewers),
    verdicts: reviews.flatMap(({ user_id: id, pull_request_id: _pull, ...verdict }) => {
      const person = namer.name(id);
      return person === null ? [] : { by: person, ...verdict };
    }),
    labels: (await listLabelsOf(db, { kind: 'pull-request', id: row.id })).map(({ label, is_outline, color }) => ({
      label,
      is_outline: is_outline === 1,
      color,
    })),
  };
}

function describeComment(namer: Namer, row: CommentRow | InlineRow): ArchivedComment {
  const { id, pull_request_id: pull, parent_id, at_ms, edited_at_ms, content, format, color } = row;
  const said = {
    id,
    pull,
    parent_id,
    by: namer.name(row.user_id),
    at_ms,
    edited_at_ms,
    content,
    format,
    color,
    ...(row.resolved_at_ms === null
      ? {}
      : { resolved: { by: namer.name(row.resolved_by ?? 0), at_ms: row.resolved_at_ms } }),
  };
  if (!('file_path' in row)) return { ...said, lines: null };
  const { file_path, position, unidiff_offset, base_hash, head_hash, old_line, new_line } = row;
  const { first_line, applied_number, applied_hash } = row;
  const place = { file_path, position, unidiff_offset, base_hash, head_hash, old_line, new_line };
  return { ...said, lines: { ...place, first_line, applied_number, applied_hash } };
}

async function describeRules(namer: Namer, rules: MergeRules): Promise<ArchivedRules> {
  await namer.load(rules.required_reviewers);
  return { ...rules, required_reviewers: namer.nameAll(rules.required_reviewers) };
}

/** Adds the files beside the index, where there is anything to be told; gives the index. */
export async function writePulls(target: PartTarget): Promise<ArchivedPulls | undefined> {
  const { db, projectId } = target;
  const names: Names = new Map((await listRepositoriesOfProject(db, projectId)).map(({ id, name }) => [id, name]));
  const namer = createNamer(target);
  const ofProject = await findRulesOfProject(db, projectId);
  const repositories: ArchivedPulls['repositories'] = [];
  for (const [id, name] of names) {
    const rules = await findRulesOfRepository(db, id);
    if (rules !== undefined) repositories.push({ name, rules: await describeRules(namer, rules) });
  }
  const hasPulls = (await pagePullsOf(db, [...names.keys()], 0, 1)).length > 0;
  if (!hasPulls && repositories.length === 0 && ofProject === undefined) return undefined;
  const counts = { pulls: 0, comments: 0, events: 0 };
  const line = (kind: keyof typeof counts, value: ArchivedPull | ArchivedComment | ArchivedEvent): string => {
    counts[kind] += 1;
    return `${JSON.stringify(value)}\n`;
  };
  async function* listPulls(): AsyncGenerator<PullRequestRow> {
    for (let after = 0; ;) {
      const rows = await pagePullsOf(db, [...names.keys()], after, atOnce);
      yield* rows;
      after = rows.at(-1)?.id ?? after;
      if (rows.length < atOnce) return;
    }
  }
  async function* pullLines(): AsyncGenerator<string> {
    for await (const row of listPulls()) yield line('pulls', await describePull(target, namer, names, row));
  }
  async function* commentLines(): AsyncGenerator<string> {
    for await (const { id } of listPulls()) {
      const { comments, inline } = await listRowsOf(db, id);
      await namer.load([...comments, ...inline].flatMap(peopleOf));
      for (const row of [...comments, ...inline]) yield line('comments', describeComment(namer, row));
    }
  }
  async function* eventLines(): AsyncGenerator<string> {
    for await (const { id } of listPulls())
      for (const { user_id, at_ms, kind, added_json, removed_json } of (await listRowsOf(db, id)).events) {
        const [added, removed] = [readIds(added_json), readIds(removed_json)];
        await namer.load([user_id, ...added, ...removed]);
        const people = { added: namer.nameAll(added), removed: namer.nameAll(removed) };
        yield line('events', { pull: id, by: namer.name(user_id), at_ms, kind, ...people });
      }
  }
  await target.add(pullsFile, pullLines());
  await target.add(commentsFile, commentLines());
  await target.add(eventsFile, eventLines());
  const rules = ofProject === undefined ? null : await describeRules(namer, ofProject);
  return { version: 1, ...counts, rules, repositories, people: namer.list() };
}
