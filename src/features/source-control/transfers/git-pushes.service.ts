// Records what was pushed: from what git itself noted of each ref, so that whatever ends early is caught up later, and each
// commit is its pusher's.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Type } from 'typebox';
import type { Clock } from '../../../platform/clock.ts';
import { storedJson } from '../../../platform/database/index.ts';
import type { Database, Writer } from '../../../platform/database/index.ts';
import type { ExtensionPoint } from '../../../platform/extension-point.ts';
import { appendEvents } from '../../../platform/events/index.ts';
import type { NewEvent } from '../../../platform/events/index.ts';
import { cancelJob, enqueueJob, handleJob, listUnfinishedPayloads } from '../../../platform/jobs/index.ts';
import type { JobHandler, JobType } from '../../../platform/jobs/index.ts';
import { createFairSemaphore } from '../../../platform/concurrency/fair-semaphore.ts';
import { unavailable } from '../../../platform/errors.ts';
import { forgetRepositories } from '../../storage/index.ts';
import type { Commits } from '../commits/commits.service.ts';
import { askForGraph } from './git-graphs.ts';
import { transferMaxMs } from './git-backend.ts';
import { branchPrefix, isHash, listNewCommits, readCommits, readRefs } from '../repositories/git-objects.ts';
import { findLosses, saveLosses } from '../repositories/git-losses.ts';
import type { GitProgram } from '../repositories/git-program.ts';
import { listUnrecordedRefs } from '../repositories/unrecorded-refs.ts';
import { awaitUnlocked, removeRemains } from './git-remains.ts';
import * as store from '../repositories/git.store.ts';
import type { RefRow, RepositoryRow } from '../repositories/git.store.ts';

export interface GitPushes {
  /**
   * To be called right before refs change, which waits for locks: asks for later looks, in case this process does not live to
   * record what comes, in the transaction in which `requireRights` passes. Gives what takes them back once it is recorded.
   */
  announce(
    repository: RepositoryRow,
    requireRights: (tx: Writer) => Promise<void>,
    push?: AnnouncedPush,
  ): Promise<Announcement>;
  /** Variables of git's environment under which it notes who changes refs, and by which push. */
  identify(user: { id: number; username: string }, push?: string): Record<string, string>;
  /** Names of unrecorded refs that this push moved last, as git notes it. */
  listMovedBy(repository: RepositoryRow, push: string): Promise<string[]>;
  /** Records what came to the repository since it was last looked at. Nothing where it is gone. */
  record(id: number): Promise<void>;
}

/** What `git push -o` says, by a random id of the push. */
export interface AnnouncedPush {
  push: string;
  options: readonly string[];
}

export interface Announcement {
  withdraw(): Promise<unknown>;
}

interface Needs {
  database: Database;
  clock: Clock;
  git: GitProgram;
  commits: Commits;
  /** See CodeAccess.moves. */
  moves: ExtensionPoint<
    (repository: RepositoryRow, moves: readonly RefMove[]) => Promise<(tx: Writer) => Promise<void>>
  >;
}

const Payload = Type.Object({
  repository_id: Type.Integer(),
  since_ms: Type.Integer(),
  push: Type.Optional(Type.String()),
  options: Type.Optional(Type.Array(Type.String())),
});
const readPayload = storedJson(Payload);
const refsJob: JobType<typeof Payload> = { name: 'git-refs', payload: Payload };

/** Longer than a push may take. */
const lookMaxMs = 2 * transferMaxMs;
const firstLookMs = 10_000;
/** Of one push to one ref; older ones of a long history are not looked at. */
const commitsMax = 5000;
const commitsPerRead = 200;
/** Bytes of a commit's message that are recorded; the rest is cut off. */
const messageMaxBytes = 20_000;
/** Attempts at recording one push while others are recorded; after the last it fails. */
const attemptsMax = 5;
const refsPerEvent = 100;
const nothing = '';
/** Where git wants an address of the pusher. */
const domain = 'pusher.invalid';

/** Looks at a repository ever more seldom, until longer than a push may take. */
export const gitRefsJobHandler = (
  pushes: GitPushes,
  { database, clock, git }: Pick<Needs, 'database' | 'clock' | 'git'>,
): JobHandler =>
  handleJob(refsJob, async ({ repository_id: id, since_ms: sinceMs }, attempt) => {
    const repository = await store.findRepository(database.read, id);
    if (repository === undefined) return;
    await removeRemains(join(git.folder, repository.folder));
    await pushes.record(id);
    const nowMs = clock.nowMs();
    if (nowMs - sinceMs >= lookMaxMs) return;
    const dueAtMs = Math.min(nowMs + Math.max(nowMs - sinceMs, firstLookMs), sinceMs + lookMaxMs);
    await database.transact((tx) => attempt.postpone(tx, dueAtMs));
  });

export function createGitPushes(needs: Needs): GitPushes {
  const { database, clock } = needs;
  const refuse = (): Error => unavailable('too many pushes to this repository are waiting; try again in a moment');
  const records = createFairSemaphore({ perOwner: 1, maxWaitingOfOwner: 100, refuse, refuseOwner: refuse });
  return {
    async announce({ id, folder }, requireRights, push) {
      await awaitUnlocked(join(needs.git.folder, folder));
      const nowMs = clock.nowMs();
      const order = { nowMs, dueAtMs: nowMs + firstLookMs, key: `push ${randomUUID()}` };
      await database.transact(async (tx) => {
        await requireRights(tx);
        const pushed = push === undefined || push.options.length === 0 ? {} : { ...push, options: [...push.options] };
        await enqueueJob(tx, refsJob, { repository_id: id, since_ms: nowMs, ...pushed }, order);
      });
      return { withdraw: () => database.transact((tx) => cancelJob(tx, order.key)) };
    },
    identify: ({ id, username }, push) => ({
      REMOTE_USER: username,
      GIT_COMMITTER_NAME: username,
      GIT_COMMITTER_EMAIL: `${id}${push === undefined ? '' : `+${push}`}@${domain}`,
    }),
    async listMovedBy(repository, push) {
      const moved: string[] = [];
      for (const { name, recorded, present } of await listUnrecordedRefs(needs, repository)) {
        if (present === undefined) continue;
        const last = (await readMoves(needs.git, repository, { name, hash: present }, recorded)).at(-1);
        if (last?.push === push) moved.push(name);
      }
      return moved;
    },
    record: (id) =>
      records.run({ owner: String(id), target: undefined }, async () => {
        for (let attempt = 1; !(await recordOnce(needs, id)); attempt += 1)
          if (attempt === attemptsMax)
            throw unavailable('too many pushes to this repository at the same time; push again');
      }),
  };
}

/** How a ref moved, as git noted it. */
export interface RefMove {
  name: string;
  from: string;
  /** Empty: nothing. */
  to: string;
  /** User id; 0 where nobody knows. */
  by: number;
  /** By which push, where it was one. */
  push?: string;
}

/** Options of pushes that are being made or recorded, whichever process takes them. */
async function listPushOptions(tx: Writer, moves: readonly RefMove[]): Promise<Map<string, readonly string[]>> {
  if (moves.every(({ push }) => push === undefined)) return new Map();
  const payloads = (await listUnfinishedPayloads(tx, refsJob.name)).map((text) => readPayload(text, refsJob.name));
  return new Map(payloads.flatMap(({ push, options }) => (push === undefined ? [] : [[push, options ?? []]])));
}

/** False where another process recorded something meanwhile. */
async function recordOnce(needs: Needs, id: number): Promise<boolean> {
  const { database, clock, git } = needs;
  const repository = await store.findRepository(database.read, id);
  if (repository === undefined) return true;
  const known = await store.listRefs(database.read, id);
  const present = await readRefs(git, repository);
  const knownHashes = new Map(known.map((ref) => [ref.name, ref.hash]));
  const names = new Set(present.map((ref) => ref.name));
  const moved = present.filter((ref) => knownHashes.get(ref.name) !== ref.hash);
  const gone = known.filter((ref) => !names.has(ref.name));
  if (moved.length === 0 && gone.length === 0) return true;
  const defaultBranch = await settleDefaultBranch(git, repository, names);
  const moves = await listMoves(git, repository, moved, gone, knownHashes);
  const brought = await recordMoves(needs, { ...repository, default_branch: defaultBranch }, moves, known);
  const losses = await findLosses(needs, repository, { moved, gone, known });
  const followers = await Promise.all(needs.moves.list().map((follow) => follow(repository, moves)));
  return database.transact(async (tx) => {
    const now = await store.listRefs(tx, id);
    if (JSON.stringify(now) !== JSON.stringify(known)) return false;
    // It was renamed or deleted: its commits belong to another name by now.
    if ((await store.findRepository(tx, id))?.name !== repository.name) return false;
    await store.saveRefs(tx, id, moved);
    await forgetRepositories(tx, repository.project_id);
    await store.deleteRefs(tx, id, gone);
    await saveLosses(needs, tx, repository, losses);
    for (const follow of followers) await follow(tx);
    await askForGraph(tx, id, brought, clock.nowMs());
    await appendEvents(tx, eventsOf(repository, moves, await listPushOptions(tx, moves), clock.nowMs()));
    await store.updateRepository(tx, id, { updated_at_ms: clock.nowMs(), default_branch: defaultBranch });
    return true;
  });
}

/** The branch that clones check out: the first that came, by preference one that is called as such branches are. */
async function settleDefaultBranch(
  git: GitProgram,
  repository: RepositoryRow,
  names: ReadonlySet<string>,
): Promise<string | null> {
  const now = repository.default_branch;
  if (now !== null && names.has(branchPrefix + now)) return now;
  const branches = [...names].filter((name) => name.startsWith(branchPrefix));
  const chosen = ['main', 'master'].map((name) => branchPrefix + name).find((name) => names.has(name)) ?? branches[0];
  if (chosen === undefined) return now;
  await git.runIn(repository, ['symbolic-ref', 'HEAD', chosen]);
  return chosen.slice(branchPrefix.length);
}

/** How each ref moved, in order; the last of those that are gone went to nothing. */
async function listMoves(
  git: GitProgram,
  repository: RepositoryRow,
  moved: readonly RefRow[],
  gone: readonly RefRow[],
  before: ReadonlyMap<string, string>,
): Promise<RefMove[]> {
  const moves: RefMove[] = gone.map(({ name, hash }) => ({ name, from: hash, to: nothing, by: 0 }));
  for (const ref of moved) moves.push(...(await readMoves(git, repository, ref, before.get(ref.name))));
  return moves;
}

/** Records what is new in the repository, and on its default branch what is new there; gives how many commits that are. */
async function recordMoves(
  needs: Needs,
  repository: RepositoryRow,
  moves: readonly RefMove[],
  known: readonly RefRow[],
): Promise<number> {
  const isDefault = (move: RefMove): boolean => move.name === branchPrefix + (repository.default_branch ?? '');
  const ofBranches = moves.filter(({ name, to }) => name.startsWith(branchPrefix) && to !== nothing);
  let count = 0;
  const record = async (from: string[], without: string[], by: number, toDefault: boolean): Promise<void> => {
    const hashes = await listNewCommits(needs.git, repository, { from, without, max: commitsMax });
    await recordHashes(needs, { repository, by, isDefault: toDefault }, hashes);
    count += hashes.length;
  };
  const seen = known.map((ref) => ref.hash);
  for (const { from, to, by } of ofBranches.filter(isDefault)) {
    await record([to], [from].filter(isCommitHash), by, true);
    seen.push(to);
  }
  const others = Map.groupBy(
    ofBranches.filter((move) => !isDefault(move)),
    (move) => move.by,
  );
  for (const [by, own] of others) {
    const tips = own.map((move) => move.to);
    await record(tips, seen, by, false);
    seen.push(...tips);
  }
  return count;
}

/** One event for each pusher and what they gave as options: `git-push`, with the refs that moved, whose hash is empty where there was or is none. */
function eventsOf(
  repository: RepositoryRow,
  moves: readonly RefMove[],
  options: ReadonlyMap<string, readonly string[]>,
  atMs: number,
): NewEvent[] {
  const optionsOf = ({ push = '' }: RefMove): readonly string[] => options.get(push) ?? [];
  return [...Map.groupBy(moves, (move) => JSON.stringify([move.by, optionsOf(move)])).values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const pushOptions = optionsOf(first);
    return {
      kind: 'git-push',
      projectId: repository.project_id,
      trackerId: null,
      artifactId: null,
      changesetId: null,
      by: first.by,
      atMs,
      details: {
        repositoryId: repository.id,
        repository: repository.name,
        refs: own.slice(0, refsPerEvent).map(({ name, from, to }) => ({
          name,
          from: isCommitHash(from) ? from : '',
          to,
        })),
        ...(pushOptions.length === 0 ? {} : { pushOptions }),
      },
    };
  });
}

/** Commits close artifacts when they reach the default branch. */
async function recordHashes(
  { git, commits }: Needs,
  { repository, by, isDefault }: { repository: RepositoryRow; by: number; isDefault: boolean },
  hashes: readonly string[],
): Promise<void> {
  const common = {
    projectId: repository.project_id,
    repository: { kind: 'git' as const, name: repository.name },
    pushedBy: by,
    mayClose: isDefault && repository.allows_closure === 1,
  };
  for (let start = 0; start < hashes.length; start += commitsPerRead) {
    const some = hashes.slice(start, start + commitsPerRead);
    const read = await readCommits(git, repository, some, messageMaxBytes);
    await commits.record(
      [...read.values()].map(({ hash, author, committer, message }) => ({
        ...common,
        revision: hash,
        message,
        authorName: author.name,
        authorEmail: author.email,
        authoredAtMs: author.atMs,
        committedAtMs: committer.atMs,
      })),
    );
  }
}

const isCommitHash = (hash: string): boolean => isHash(hash) && !/^0+$/.test(hash);

/** From where it was recorded, or from its beginning, to where it is: git's own log of the ref tells who moved it. */
async function readMoves(
  git: GitProgram,
  repository: RepositoryRow,
  { name, hash }: RefRow,
  recorded: string | undefined,
): Promise<RefMove[]> {
  const all = parseLog(name, await readLog(join(git.folder, repository.folder, 'logs', name)));
  const end = all.findLastIndex((move) => move.to === hash);
  const start = recorded === undefined ? -1 : all.findLastIndex((move, index) => index < end && move.to === recorded);
  const moves = all.slice(start + 1, end + 1).filter((move) => isCommitHash(move.to));
  return moves.length > 0 ? moves : [{ name, from: recorded ?? nothing, to: hash, by: 0 }];
}

async function readLog(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    // A ref that somebody made on the server itself.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}

/** Lines `<old> <new> <name> <address> <seconds> <offset>`, a tab and a text. */
const parseLog = (name: string, text: string): RefMove[] =>
  text.split('\n').flatMap((line) => {
    const [, from, to, id, push] =
      /^([0-9a-f]{40,64}) ([0-9a-f]{40,64}) [^\t]*<(?:(\d{1,15})(?:\+([0-9a-f-]{36}))?@pusher\.invalid|[^>]*)> \d+ [+-]\d{4}(?:\t|$)/.exec(
        line,
      ) ?? [];
    return from === undefined || to === undefined
      ? []
      : [{ name, from, to, by: Number(id ?? 0), ...(push === undefined ? {} : { push }) }];
  });
