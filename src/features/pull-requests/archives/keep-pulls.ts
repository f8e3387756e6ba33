// Brings pull requests of an archive back, in the transaction of its import.
import { says } from '../../../platform/texts/said.ts';
import type { PartContext, PartSource } from '../../archive/index.ts';
import { carryLabels } from '../../labels/index.ts';
import { listRepositoriesOfProject, readJsonLines } from '../../source-control/index.ts';
import type { CodeAccess, Person, RepositoryRow } from '../../source-control/index.ts';
import { defaultConcerns } from '../merging/merge-rules.ts';
import type { MergeRules } from '../merging/merge-rules.ts';
import { saveRulesOfProject, saveRulesOfRepository, saveReview } from '../merging/merge-rules.store.ts';
import { headReference, referencesOf } from '../pull-requests.service.ts';
import * as store from '../pull-requests.store.ts';
import { ArchivedComment, ArchivedEvent, ArchivedPull } from './archived-pulls.schema.ts';
import type { ArchivedPulls, ArchivedRules } from './archived-pulls.schema.ts';
import { commentsFile, eventsFile, pullsFile } from './write-pulls.ts';

/** Of the account "None", whose things are those of people that an archive does not name. */
const nobody = 100;
/** A fork that is not there. */
const noFork = 0;

/** Ids by those that the archive has. */
type Ids = ReadonlyMap<number, number>;

type FindId = (person: Person | null) => number | undefined;

const finderOf =
  ({ findUser }: PartContext): FindId =>
  (person) =>
    person === null ? undefined : findUser({ ...person, isAnonymous: false, line: 0 })?.id;

const findAll = (find: FindId, people: readonly Person[]): number[] => [
  ...new Set(people.flatMap((person) => find(person) ?? [])),
];

/** Those whose repository did not come are left out, with a warning. */
export async function keepPulls(
  code: CodeAccess,
  source: PartSource,
  { rules, repositories }: ArchivedPulls,
  context: PartContext,
): Promise<void> {
  const { tx, projectId, warn } = context;
  const find = finderOf(context);
  const present = new Map((await listRepositoriesOfProject(tx, projectId)).map((row) => [row.name, row]));
  const rulesOf = (archived: ArchivedRules): MergeRules => ({
    ...defaultConcerns,
    ...archived,
    requires_resolved_threads: archived.requires_resolved_threads ?? false,
    required_reviewers: findAll(find, archived.required_reviewers),
  });
  if (rules !== null) await saveRulesOfProject(tx, projectId, rulesOf(rules));
  for (const { name, rules: own } of repositories) {
    const row = present.get(name);
    if (row === undefined) warn(says('left.rules-git')`merge rules: there is no Git repository \`${name}\``);
    else await saveRulesOfRepository(tx, row.id, rulesOf(own));
  }
  const ids = new Map<number, number>();
  const kept = new Map<RepositoryRow, Map<string, string>>();
  for await (const pull of readJsonLines(ArchivedPull, source.readFile(pullsFile), pullsFile)) {
    const repository = present.get(pull.repository);
    if (repository === undefined) {
      warn(says('left.pulls-git')`pull requests: there is no Git repository \`${pull.repository}\``);
      continue;
    }
    const fork = pull.fork === null ? null : (present.get(pull.fork)?.id ?? noFork);
    const id = await keepPull(context, find, pull, { repository, fork });
    ids.set(pull.id, id);
    kept.set(repository, (kept.get(repository) ?? new Map<string, string>()).set(headReference(id), pull.head_hash));
  }
  await keepComments(source, context, find, ids);
  await keepEvents(source, context, find, ids);
  for (const [repository, hashes] of kept) await code.keepAll(repository, hashes);
}

async function keepPull(
  { tx, projectId }: PartContext,
  find: FindId,
  {
    id: _id,
    repository: _name,
    fork: _fork,
    by,
    status_by: statusBy,
    reviewers,
    verdicts,
    labels,
    ...facts
  }: ArchivedPull,
  { repository, fork }: { repository: RepositoryRow; fork: number | null },
): Promise<number> {
  const row = await store.insertPullRequest(tx, {
    ...facts,
    repository_id: repository.id,
    fork_id: fork,
    user_id: find(by) ?? nobody,
    status_by: facts.status === 'review' ? null : (find(statusBy) ?? 0),
  });
  await store.replaceReviewers(tx, row.id, findAll(find, reviewers));
  await store.replaceReferences(tx, row.id, referencesOf(row));
  for (const { by: judge, ...verdict } of verdicts) {
    const user = find(judge);
    if (user !== undefined) await saveReview(tx, { pull_request_id: row.id, user_id: user, ...verdict });
  }
  await carryLabels(tx, projectId, { kind: 'pull-request', id: row.id }, labels);
  return row.id;
}

/** Threads begin before they go on, so that each comment finds what it answers. */
async function keepComments(source: PartSource, { tx }: PartContext, find: FindId, pulls: Ids): Promise<void> {
  const ids = { plain: new Map<number, number>(), lines: new Map<number, number>() };
  for await (const comment of readJsonLines(ArchivedComment, source.readFile(commentsFile), commentsFile)) {
    const { id, pull, by, parent_id: parent, lines, resolved, ...said } = comment;
    const pullId = pulls.get(pull);
    const own = lines === null ? ids.plain : ids.lines;
    const parentId = parent === 0 ? 0 : own.get(parent);
    if (pullId === undefined || parentId === undefined) continue;
    const resolution =
      resolved === undefined ? {} : { resolved_by: find(resolved.by) ?? 0, resolved_at_ms: resolved.at_ms };
    const place = { pull_request_id: pullId, parent_id: parentId };
    const row = { ...said, ...resolution, ...place, user_id: find(by) ?? nobody };
    const made =
      lines === null ? await store.insertComment(tx, row) : await store.insertInlineComment(tx, { ...row, ...lines });
    own.set(id, made.id);
  }
}

async function keepEvents(source: PartSource, { tx }: PartContext, find: FindId, pulls: Ids): Promise<void> {
  for await (const event of readJsonLines(ArchivedEvent, source.readFile(eventsFile), eventsFile)) {
    const { pull, by, at_ms: atMs, kind, added, removed } = event;
    const pullRequestId = pulls.get(pull);
    if (pullRequestId === undefined) continue;
    const people = { added: findAll(find, added), removed: findAll(find, removed) };
    await store.insertEvent(tx, { pullRequestId, by: find(by) ?? 0, atMs, kind, ...people });
  }
}
