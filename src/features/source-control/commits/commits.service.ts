// Records commits: once for each revision of a repository, with the references in its message and what it asks for.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { Clock } from '../../../platform/clock.ts';
import { storedJson } from '../../../platform/database/index.ts';
import type { Database, Writer } from '../../../platform/database/index.ts';
import { appendEvents } from '../../../platform/events/index.ts';
import type { EventRow } from '../../../platform/events/index.ts';
import { enqueueJobs } from '../../../platform/jobs/index.ts';
import type { JobType } from '../../../platform/jobs/index.ts';
import { artifactWrites } from '../../artifacts/index.ts';
import { writtenReferences } from '../../trackers/index.ts';
import { listClosingWishes } from './closing-words.ts';
import * as store from './commits.store.ts';
import type { CommitFacts, CommitRow, RepositoryKey } from './commits.store.ts';
import type { RepositoryKind } from './commits.tables.ts';
import { truncate } from '../../../platform/texts/shorten.ts';

export interface RepositoryRef {
  kind: RepositoryKind;
  name: string;
}

export interface NewCommit {
  projectId: number;
  repository: RepositoryRef;
  /** A hash of Git, `r12` of Subversion, a session of CVS. */
  revision: string;
  message: string;
  authorName: string;
  authorEmail: string;
  authoredAtMs: number;
  committedAtMs: number;
  /** User id; 0: nobody whom Tepal knows. */
  pushedBy: number;
  /** Paths of changed files, where the repository can't be asked for them; those of a later call are added. */
  files?: readonly string[];
  /** Whether it may close artifacts; a commit that may only in a later call does so then, as its pusher. */
  mayClose: boolean;
}

export interface Commits {
  /** Gives how many of the commits were not recorded before. Those that were are left as they are, but for what NewCommit says. */
  record(commits: readonly NewCommit[]): Promise<number>;
  /** The same in a transaction of the caller's. */
  recordIn(tx: Writer, commits: readonly NewCommit[]): Promise<number>;
  /** Takes all commits of a repository away, in a transaction of the caller's that ends with a new site version. */
  forget(tx: Writer, repository: RepositoryKey): Promise<void>;
  /** Nobody is shown lost commits of a repository, until they are found again. In a transaction of the caller's. */
  markLost(tx: Writer, repository: RepositoryKey, revisions: readonly string[], isLost: boolean): Promise<void>;
  /** Gives a recorded commit another message, whose references count; it asks for nothing. */
  reword(repository: RepositoryKey, revision: string, message: string): Promise<void>;
}

const Closing = Type.Object({
  commitId: Type.Integer(),
  artifactId: Type.Integer(),
  keyword: Type.String(),
  outcome: Type.String(),
  userId: Type.Integer(),
});

/** Closes an artifact because a commit asked for it: see closing.ts. */
export const closingJob: JobType<typeof Closing> = { name: 'close-artifact', payload: Closing };
export type ClosingOrder = Static<typeof Closing>;

/** Commits that one transaction records. */
const commitsAtOnce = 200;
/** Changed files of one commit that are recorded; the others are left out. */
const filesMax = 1000;
/** In UTF-16 units; what comes after it is left out. */
const messageMax = 100_000;
/** UTF-16 units of an author's name or address, and of a file's path; the rest is cut off. */
const nameMax = 500;

const readFiles = storedJson(Type.Array(Type.String()));

/** A text that every engine stores: without U+0000 and halves of characters. */
const storable = (text: string, max: number): string => truncate(text, max).toWellFormed().replaceAll('\0', '\ufffd');

const rowOf = (commit: NewCommit) => ({
  project_id: commit.projectId,
  kind: commit.repository.kind,
  repository: commit.repository.name,
  revision: commit.revision,
  message: storable(commit.message, messageMax),
  author_name: storable(commit.authorName, nameMax),
  author_email: storable(commit.authorEmail, nameMax),
  authored_at_ms: commit.authoredAtMs,
  committed_at_ms: commit.committedAtMs,
  pushed_by: commit.pushedBy,
  files_json: JSON.stringify(joinFiles([], commit.files)),
  has_acted: commit.mayClose ? 1 : 0,
});

const joinFiles = (known: readonly string[], files: readonly string[] = []): string[] =>
  [...new Set([...known, ...files.map((file) => storable(file, nameMax))])].slice(0, filesMax);

interface RecordingDeps {
  database: Database;
  clock: Clock;
}

export function createCommits(deps: RecordingDeps): Commits {
  const { database } = deps;
  const recordIn = (tx: Writer, commits: readonly NewCommit[]): Promise<number> => recordBatch(deps, tx, commits);
  return {
    async record(commits) {
      let count = 0;
      for (let start = 0; start < commits.length; start += commitsAtOnce) {
        const some = commits.slice(start, start + commitsAtOnce);
        count += await database.transact((tx) => recordIn(tx, some));
      }
      return count;
    },
    recordIn,
    async forget(tx, repository) {
      await store.deleteCommits(tx, repository);
      await appendEvents(tx, [forgottenEvent(repository, deps.clock.nowMs())]);
    },
    markLost,
    async reword(repository, revision, message) {
      await database.transact(async (tx) => {
        const [row] = await store.listCommits(tx, repository, [revision]);
        if (row === undefined) return;
        const text = storable(message, messageMax);
        const left = await store.deleteReferences(tx, row.id);
        await store.updateCommit(tx, row.id, { message: text });
        await saveReferences(tx, [{ ...row, message: text }], left);
        await appendEvents(tx, [eventOf(row, 'commit-reworded', deps.clock.nowMs())]);
      });
    },
  };
}

async function recordBatch(deps: RecordingDeps, tx: Writer, commits: readonly NewCommit[]): Promise<number> {
  if (commits.length === 0) return 0;
  const nowMs = deps.clock.nowMs();
  const inserted = (await store.insertCommits(tx, commits.map(rowOf))).sort((a, b) => a.id - b.id);
  await saveReferences(tx, inserted, []);
  await appendEvents(
    tx,
    inserted.map((row) => eventOf(row, 'commit-recorded', nowMs)),
  );
  const orders = inserted.filter((row) => row.has_acted === 1).flatMap((row) => listOrders(row, row.pushed_by));
  const isNew = new Set(inserted.map((row) => row.id));
  const again = commits.filter(({ mayClose, files }) => mayClose || files !== undefined);
  if (inserted.length < commits.length) {
    for (const [, some] of Map.groupBy(again, keyTextOf)) orders.push(...(await announceAgain(tx, some, isNew)));
    await findAgain(tx, commits);
  }
  await enqueueJobs(tx, closingJob, orders, { nowMs });
  return inserted.length;
}

const eventOf = (
  { id, project_id: projectId, kind, repository, revision, pushed_by: by }: CommitFacts,
  what: (typeof commitEventKinds)[number],
  atMs: number,
) => ({
  kind: what,
  projectId,
  trackerId: null,
  artifactId: null,
  changesetId: null,
  by,
  atMs,
  details: { commitId: id, kind, repository, revision },
});

/** What the event log says of a repository whose commits are all taken away. */
export const commitsForgotten = 'commits-forgotten';

const forgottenEvent = ({ projectId, kind, name }: RepositoryKey, atMs: number) => ({
  kind: commitsForgotten,
  projectId,
  trackerId: null,
  artifactId: null,
  changesetId: null,
  by: 0,
  atMs,
  details: { kind, repository: name },
});

/** What the event log says of commits. */
export const commitEventKinds = ['commit-recorded', 'commit-reworded'] as const;

/** The id of the commit that an event tells of; undefined where it tells of something else. */
export const commitIdOf = ({ details }: Pick<EventRow, 'details'>): number | undefined =>
  typeof details === 'object' && details !== null && 'commitId' in details && typeof details.commitId === 'number'
    ? details.commitId
    : undefined;

const keyOf = ({ projectId, repository }: NewCommit): RepositoryKey => ({ projectId, ...repository });
const keyTextOf = (commit: NewCommit): string => JSON.stringify(keyOf(commit));

/** Of commits of one repository that were recorded before, joins files that came now; gives what they may only ask for now. */
async function announceAgain(
  tx: Writer,
  commits: readonly NewCommit[],
  isNew: ReadonlySet<number>,
): Promise<ClosingOrder[]> {
  const [first] = commits;
  if (first === undefined) return [];
  const revisions = commits.map(({ revision }) => revision);
  const rows = new Map((await store.listCommits(tx, keyOf(first), revisions)).map((row) => [row.revision, row]));
  const orders: ClosingOrder[] = [];
  for (const commit of commits) {
    const row = rows.get(commit.revision);
    if (row === undefined || isNew.has(row.id)) continue;
    const known = readFiles(row.files_json, `files of commit ${row.id}`);
    const files = joinFiles(known, commit.files);
    const acts = commit.mayClose && row.has_acted === 0;
    if (!acts && files.length === known.length) continue;
    const change = { files_json: JSON.stringify(files), has_acted: acts ? 1 : row.has_acted };
    await store.updateCommit(tx, row.id, change);
    if (acts) orders.push(...listOrders(row, commit.pushedBy));
  }
  return orders;
}

async function markLost(
  tx: Writer,
  repository: RepositoryKey,
  revisions: readonly string[],
  isLost: boolean,
): Promise<void> {
  const ids = await store.markLost(tx, repository, revisions, isLost);
  await artifactWrites.touchArtifacts(tx, await store.listTargets(tx, ids));
}

/** What is told of is not lost. */
async function findAgain(tx: Writer, commits: readonly NewCommit[]): Promise<void> {
  for (const [, some] of Map.groupBy(commits, keyTextOf)) {
    const [first] = some;
    const revisions = some.map(({ revision }) => revision);
    if (first !== undefined) await markLost(tx, keyOf(first), revisions, false);
  }
}

const listOrders = ({ id: commitId, message }: CommitRow, userId: number): ClosingOrder[] =>
  listClosingWishes(message).map((wish) => ({ commitId, userId, ...wish }));

/** `left` are numbers of artifacts that were referred to before. */
async function saveReferences(
  tx: Writer,
  rows: readonly Pick<CommitRow, 'id' | 'message'>[],
  left: readonly number[],
): Promise<void> {
  const references = rows.flatMap(({ id: commitId, message }) =>
    writtenReferences.listReferences(message).map(({ keyword, id: targetId }) => ({ commitId, keyword, targetId })),
  );
  await store.insertReferences(tx, references);
  await artifactWrites.touchArtifacts(tx, [...left, ...references.map(({ targetId }) => targetId)]);
}
