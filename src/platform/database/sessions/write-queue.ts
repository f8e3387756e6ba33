// Group commit: writers that wait at the same time share one BEGIN and one COMMIT, so one fsync serves many.
// Only one writer's work runs at a time; one that throws is undone alone. Nobody hears of success before the COMMIT, nor
// of a failure that may rest on what another one wrote before it.

import { AsyncLocalStorage } from 'node:async_hooks';
import { undoneTogether } from './faults.ts';
import { inLaterRound } from '../../concurrency/time-slices.ts';
import { unavailable } from '../../errors.ts';

/** Transaction statements of the one connection that writes. All but `begin` are synchronous; they may throw where nothing else is said. */
export interface WriteConnection {
  /** Takes the write lock, waiting for other processes. */
  begin(): Promise<void>;
  commit(): void;
  /** Does not throw; what it can't undo now is undone by the next `begin`. */
  rollback(): void;
  savepoint(): void;
  rollbackToSavepoint(): void;
  releaseSavepoint(): void;
  /** False when the engine itself has rolled back, such as on a full disk. */
  isInTransaction(): boolean;
}

export interface WriteQueueLimits {
  /** A batch takes no more members than this. */
  readonly batchMaxMembers: number;
  /** A batch takes no new member after this time. */
  readonly batchMaxMs: number;
  /** More than so many units of work never wait. */
  readonly waitingMax: number;
}

export interface WriteStats {
  /** COMMITs that succeeded. */
  commits: number;
  /** Units of work that these COMMITs made durable. */
  committedWorks: number;
  /** Units of work that threw, or whose COMMIT failed. */
  failedWorks: number;
}

interface Waiting {
  /** Runs the work and gives what is to be called once it is durable. */
  perform(): Promise<() => void>;
  reject(error: unknown): void;
}

interface Member {
  settle(): void;
  reject(error: unknown): void;
}

/** The queue in front of `connection`; nothing else may begin or end transactions on it. */
export class WriteQueue {
  readonly #connection: WriteConnection;
  readonly #limits: WriteQueueLimits;
  readonly #waiting: Waiting[] = [];
  readonly #stats: WriteStats = { commits: 0, committedWorks: 0, failedWorks: 0 };
  #draining: Promise<void> | undefined;

  constructor(connection: WriteConnection, limits: WriteQueueLimits) {
    this.#connection = connection;
    this.#limits = limits;
  }

  get stats(): Readonly<WriteStats> {
    return this.#stats;
  }

  /**
   * Runs `work` in a transaction after those that wait already, in the caller's async context. Resolves after the COMMIT
   * and after `afterCommit`, which must not throw; rejects with the error of the work, of the COMMIT, or of waiting for
   * the write lock; with
   * DomainError 'unavailable' at once where too many wait.
   */
  run<R>(work: () => Promise<R>, afterCommit: () => void): Promise<R> {
    if (this.#waiting.length >= this.#limits.waitingMax) {
      return Promise.reject(unavailable('too many changes are waiting; try again in a moment'));
    }
    return new Promise((resolve, reject) => {
      const perform = AsyncLocalStorage.bind(async () => {
        const result = await work();
        return AsyncLocalStorage.bind(() => {
          afterCommit();
          resolve(result);
        });
      });
      this.#waiting.push({ perform, reject });
      this.#draining ??= this.#drain();
    });
  }

  /** Resolves when nothing runs or waits. */
  async whenIdle(): Promise<void> {
    while (this.#draining !== undefined) await this.#draining;
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      const waitingAtBegin = this.#waiting.length;
      try {
        await this.#connection.begin();
      } catch (error) {
        this.#rejectAll(this.#waiting.splice(0, waitingAtBegin), error);
        continue;
      }
      await this.#runBatch();
    }
    this.#draining = undefined;
  }

  async #runBatch(): Promise<void> {
    const batch: Member[] = [];
    const undone: (() => void)[] = [];
    try {
      await this.#fillBatch(batch, undone);
      if (batch.length === 0) return;
      this.#connection.commit();
    } catch (error) {
      this.#rejectAll(batch, error);
      if (this.#connection.isInTransaction()) this.#connection.rollback();
      return;
    } finally {
      for (const notify of undone) notify();
    }
    this.#stats.commits += 1;
    this.#stats.committedWorks += batch.length;
    for (const member of batch) member.settle();
  }

  /** Leaves the batch empty exactly where the transaction is over. */
  async #fillBatch(batch: Member[], undone: (() => void)[]): Promise<void> {
    const deadlineMs = performance.now() + this.#limits.batchMaxMs;
    for (;;) {
      for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
        await this.#join(next, batch, undone);
        if (batch.length === 0) return;
        if (batch.length >= this.#limits.batchMaxMembers || performance.now() >= deadlineMs) return;
      }
      // One turn of the event loop: requests that wait in their sockets can still share this COMMIT.
      await new Promise<void>((resolve) => inLaterRound(resolve));
      if (this.#waiting.length === 0) return;
    }
  }

  // The first member needs no savepoint: to undo it is to roll back everything there is.
  async #join(next: Waiting, batch: Member[], undone: (() => void)[]): Promise<void> {
    const connection = this.#connection;
    const isFirst = batch.length === 0;
    try {
      if (!isFirst) connection.savepoint();
      const settle = await next.perform();
      if (!connection.isInTransaction()) throw undoneTogether(new Error('the engine rolled back during the work'));
      if (!isFirst) connection.releaseSavepoint();
      batch.push({ settle, reject: next.reject });
    } catch (error) {
      undone.push(() => this.#rejectAll([next], error));
      if (!connection.isInTransaction()) {
        this.#rejectAll(batch.splice(0), undoneTogether(error));
      } else if (isFirst) {
        connection.rollback();
      } else {
        connection.rollbackToSavepoint();
        connection.releaseSavepoint();
      }
    }
  }

  #rejectAll(members: readonly Pick<Member, 'reject'>[], error: unknown): void {
    this.#stats.failedWorks += members.length;
    for (const member of members) member.reject(error);
  }
}
