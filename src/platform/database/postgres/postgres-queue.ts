// Group commit on PostgreSQL: works that wait at the same time run one after the other in one transaction, each in a
// savepoint, so that works of one process are not in each other's way and one COMMIT serves many.

import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool, PoolClient, QueryResult } from 'pg';
import { unavailable } from '../../errors.ts';
import { isPostgresConflict, isPostgresLost, isPostgresStale, isPostgresUnavailable } from './postgres-dialect.ts';
import {
  attemptsBesideOthers,
  attemptsMax,
  endCommit,
  isUnforeseenConstraint,
  openSerializable,
  rollBack,
  mapContention,
} from './postgres-writing.ts';
import type { OpenTransaction, WriteCounts } from './postgres-writing.ts';
import type { Sent, WorkNotes } from './postgres-session.ts';
import type { WriteQueueLimits } from '../sessions/write-queue.ts';

/** The next transaction begins when one ends, or beside one that takes longer than this, such as an import. */
const turnMaxMs = 500;

type Work<R> = (transaction: OpenTransaction, notes: WorkNotes) => Promise<Sent<R>>;

interface Waiting {
  readonly number: number;
  /** How often it ran and was undone because of others. */
  attempts: number;
  /** Whether the next one waits for its last answers, because one of them was a refusal, which undid the others as well. */
  isApart: boolean;
  /** Runs the work; its result is what is to be called once it is durable. */
  perform: Work<() => void>;
  reject(error: unknown): void;
}

interface Member {
  readonly waiting: Waiting;
  /** Tells the caller how it ended, once the transaction is over. */
  settle(): void;
  readonly hasFailed: boolean;
}

interface Batch {
  readonly members: Member[];
  /** Those of the members whose last answers nobody has waited for, in their order. */
  readonly unanswered: Pick<Sent<Waiting>, 'result' | 'answered'>[];
  /** Undone alone, to run again in another transaction. */
  readonly again: Waiting[];
  /** The answer to COMMIT, where it was sent behind the last statements of the only work. */
  committing?: Promise<QueryResult>;
}

/** What ended a transaction before its COMMIT. */
interface Undone {
  readonly cause: unknown;
  /** Whether a member's last statements were refused when others had begun: then all of them run again. */
  readonly isLate?: boolean;
}

/** Writers of this process in front of the connections of `pool`. */
export class PostgresQueue {
  readonly #pool: Pool;
  readonly #limits: WriteQueueLimits;
  readonly #counts: WriteCounts = { commits: 0, committedWorks: 0, failedWorks: 0, busyRetries: 0 };
  readonly #waiting: Waiting[] = [];
  readonly #running = new Set<Promise<void>>();
  #lastNumber = 0;
  #isTurnTaken = false;

  constructor(pool: Pool, limits: WriteQueueLimits) {
    this.#pool = pool;
    this.#limits = limits;
  }

  get counts(): Readonly<WriteCounts> {
    return this.#counts;
  }

  /**
   * Runs `work`, as often as it takes, in its caller's async context; it sees all that was committed when it was asked
   * for. Resolves after the COMMIT and after `afterCommit`, which must not throw; rejects with the error of the work, of
   * beginning or of the COMMIT, and with DomainError 'unavailable' where others are in the way again and again, or at once
   * where too many wait.
   */
  run<R>(work: Work<R>, afterCommit: () => void): Promise<R> {
    if (this.#waiting.length >= this.#limits.waitingMax) {
      return Promise.reject(unavailable('too many changes are waiting; try again in a moment'));
    }
    return new Promise((resolve, reject) => {
      const perform = AsyncLocalStorage.bind(async (...on: Parameters<Work<R>>) => {
        const { result, answered } = await work(...on);
        const settle = AsyncLocalStorage.bind(() => {
          afterCommit();
          resolve(result);
        });
        return { result: settle, answered };
      });
      this.#lastNumber += 1;
      this.#waiting.push({ number: this.#lastNumber, attempts: 0, isApart: false, perform, reject });
      this.#start();
    });
  }

  /** Resolves when nothing runs or waits. */
  async whenIdle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #start(): void {
    if (this.#waiting.length === 0 || this.#isTurnTaken || this.#running.size >= this.#pool.options.max) return;
    this.#isTurnTaken = true;
    const running = this.#takeTurn().finally(() => {
      this.#running.delete(running);
      this.#start();
    });
    this.#running.add(running);
  }

  async #takeTurn(): Promise<void> {
    const giveBack = (): void => {
      this.#isTurnTaken = false;
      this.#start();
    };
    let timer: NodeJS.Timeout | undefined = setTimeout(() => {
      timer = undefined;
      giveBack();
    }, turnMaxMs);
    try {
      await this.#runTransaction();
    } finally {
      if (timer !== undefined) {
        clearTimeout(timer);
        giveBack();
      }
    }
  }

  /** A BEGIN that met a connection which had been lost while it was idle is sent once more. */
  async #runTransaction(isRepeated = false): Promise<void> {
    const [next] = this.#waiting;
    const isAlone = next !== undefined && isHindered(next);
    let lastNumber = this.#lastNumber;
    const batch: Batch = { members: [], unanswered: [], again: [] };
    let refused: Undone | undefined;
    try {
      const transaction = await openSerializable(this.#pool, isAlone);
      lastNumber = this.#lastNumber;
      const undone = (await this.#fill(transaction, batch, isAlone)) ?? (await findRefused(batch));
      refused = await transaction.refusal();
      if (refused === undefined) return await this.#end(transaction, batch, undone);
      transaction.client.release(true);
    } catch (cause) {
      refused = { cause };
    }
    this.#waiting.unshift(...worksOf(batch));
    if (!isRepeated && isPostgresLost(refused.cause)) return this.#runTransaction(true);
    const later = this.#waiting.findIndex(({ number }) => number > lastNumber);
    this.#reject(this.#waiting.splice(0, later < 0 ? this.#waiting.length : later), refused.cause);
  }

  async #end({ client }: OpenTransaction, batch: Batch, undone: Undone | undefined): Promise<void> {
    const isInDoubt = batch.committing !== undefined && isPostgresLost(undone?.cause);
    if (!isInDoubt && (undone !== undefined || batch.members.every(({ hasFailed }) => hasFailed))) {
      await rollBack(client, isPostgresStale(undone?.cause));
      if (undone === undefined) this.#settle(batch);
      else if (undone.isLate === true) this.#waiting.unshift(...worksOf(batch));
      else this.#fail(batch, undone.cause);
      return;
    }
    try {
      await endCommit(client, batch.committing ?? client.query('commit'));
    } catch (error) {
      this.#fail(batch, error);
      return;
    }
    this.#counts.commits += 1;
    this.#settle(batch);
  }

  /**
   * Runs those that wait since before the transaction sees its state, which its first query fixes: hindered ones where it
   * `isAlone`, else the others. Gives what ended the transaction, if anything.
   */
  async #fill(transaction: OpenTransaction, batch: Batch, isAlone: boolean): Promise<Undone | undefined> {
    const lastNumber = this.#lastNumber;
    const deadlineMs = performance.now() + this.#limits.batchMaxMs;
    for (let count = 0; count < this.#limits.batchMaxMembers; count += 1) {
      const [next] = this.#waiting;
      if (next === undefined || next.number > lastNumber || isHindered(next) !== isAlone) return undefined;
      const isLastAttempt = next.attempts === attemptsMax - 1;
      if (count > 0 && (isLastAttempt || performance.now() >= deadlineMs)) return undefined;
      this.#waiting.shift();
      const isOnly = isLastAttempt || (count === 0 && this.#waiting.length === 0);
      const undone = await join(transaction, next, batch, isOnly);
      if (undone !== undefined || isOnly) return undone;
    }
    return undefined;
  }

  /** Tells each member how it ended. */
  #settle({ members, again }: Batch): void {
    const failed = members.filter(({ hasFailed }) => hasFailed).length;
    this.#counts.failedWorks += failed;
    this.#counts.committedWorks += members.length - failed;
    this.#runAgain(again, undefined);
    for (const { settle } of members) settle();
  }

  /** Of a transaction that was undone as a whole: what failed may have rested on what another member wrote. */
  #fail(batch: Batch, error: unknown): void {
    const all = worksOf(batch);
    if (isWorthRepeating(error)) this.#runAgain(all, error);
    else this.#reject(all, error);
  }

  #runAgain(all: readonly Waiting[], error: unknown): void {
    if (all.length === 0) return;
    this.#counts.busyRetries += 1;
    for (const waiting of all) waiting.attempts += 1;
    const isOver = ({ attempts }: Waiting): boolean => attempts >= attemptsMax;
    this.#reject(all.filter(isOver), mapContention(error));
    this.#waiting.unshift(...all.filter((waiting) => !isOver(waiting)));
  }

  #reject(all: readonly Waiting[], error: unknown): void {
    this.#counts.failedWorks += all.length;
    for (const { reject } of all) reject(error);
  }
}

/** Whether others have been in its way so often that no other writer of any process may run beside it. */
const isHindered = ({ attempts }: Waiting): boolean => attempts >= attemptsBesideOthers;

/** In the order in which they were asked for. */
const worksOf = ({ members, again }: Batch): Waiting[] =>
  [...members.map(({ waiting }) => waiting), ...again].sort((a, b) => a.number - b.number);

/**
 * Runs one work in the transaction, and undoes it where it fails, unless it `isOnly` and so all that there is: then COMMIT goes
 * with its last statements, and is a ROLLBACK where one of these is refused. Gives what ended the transaction, if anything.
 */
async function join(
  transaction: OpenTransaction,
  waiting: Waiting,
  batch: Batch,
  isOnly: boolean,
): Promise<Undone | undefined> {
  const { client } = transaction;
  const failures: unknown[] = [];
  const noteFailure = (error: unknown): void => void failures.push(error);
  const noteSent = (): void => {
    if (!isOnly || failures.length > 0) return;
    transaction.gatherWrites();
    batch.committing = client.query('commit');
    // Whoever ends the transaction awaits it, where nothing else ended it before.
    batch.committing.catch(() => {});
  };
  // Nothing waits for its answer, which comes before that of the work's first statement.
  if (!isOnly) client.query('savepoint member').catch(noteFailure);
  try {
    const { result: settle, answered } = await waiting.perform(transaction, { noteFailure, noteSent });
    if (isOnly || waiting.isApart) await answered;
    if (failures.length > 0) throw new Error('a statement failed and the work went on', { cause: failures[0] });
    batch.members.push({ waiting, settle, hasFailed: false });
    if (!isOnly && !waiting.isApart) batch.unanswered.push({ result: waiting, answered });
    return undefined;
  } catch (error) {
    const refused = await findRefused(batch);
    if (refused !== undefined) {
      batch.again.push(waiting);
      return refused;
    }
    const [failure] = failures;
    const reported = isPostgresUnavailable(failure) ? failure : error;
    const isAgain = isUnforeseenConstraint(failure, error) && waiting.attempts + 1 < attemptsMax;
    if (isAgain) batch.again.push(waiting);
    else batch.members.push({ waiting, settle: () => waiting.reject(reported), hasFailed: true });
    if (isWorthRepeating(failure) || isPostgresLost(failure)) return { cause: failure };
    return isOnly ? undefined : undoMember(client);
  }
}

/** What the first refusal among last answers that are still to come makes of the transaction; its member is set apart. */
async function findRefused({ unanswered }: Batch): Promise<Undone | undefined> {
  for (const { result: waiting, answered } of unanswered.splice(0)) {
    try {
      await answered;
    } catch (cause) {
      const isLate = !isWorthRepeating(cause) && !isPostgresLost(cause);
      waiting.isApart ||= isLate;
      return { cause, isLate };
    }
  }
  return undefined;
}

const isWorthRepeating = (error: unknown): boolean => isPostgresConflict(error) || isPostgresStale(error);

async function undoMember(client: PoolClient): Promise<Undone | undefined> {
  try {
    await client.query('rollback to savepoint member');
    return undefined;
  } catch (cause) {
    return { cause };
  }
}
