// Sessions on one connection to PostgreSQL. That of a work sends what nothing waits for ahead of the answers to earlier statements.

import type { PoolClient } from 'pg';
import { bindAll, executeBound } from './postgres-connection.ts';
import { postgresDialect } from './postgres-dialect.ts';
import type { OpenTransaction } from './postgres-writing.ts';
import type { Session } from '../sessions/session.ts';

/** Works that share a transaction must not share the name of a cursor. */
let cursors = 0;

/** `noteFailure` gets what a statement throws. */
export function sessionOn(client: PoolClient, noteFailure: (error: unknown) => void): Session {
  const execute = async <R>(sql: string, parameters: readonly unknown[]) => {
    try {
      return await executeBound<R>(client, sql, bindAll(parameters));
    } catch (error) {
      noteFailure(error);
      throw error;
    }
  };
  return {
    dialect: postgresDialect,
    mayGather: () => false,
    together: (send) => send(),
    execute,
    async *stream<R>(sql: string, parameters: readonly unknown[], chunkRows: number) {
      cursors += 1;
      const cursor = `rows_${cursors}`;
      await execute(`declare ${cursor} no scroll cursor for ${sql}`, parameters);
      for (;;) {
        const { rows } = await execute<R>(`fetch forward ${chunkRows} from ${cursor}`, []);
        if (rows.length > 0) yield { rows };
        if (rows.length < chunkRows) break;
      }
      await execute(`close ${cursor}`, []);
    },
  };
}

/** Statements that are under way ahead of the last answer; more would only fill memory. */
const aheadMax = 32;

export interface WorkNotes {
  /** Gets what a statement throws, which ends the transaction. */
  noteFailure(error: unknown): void;
  /** The work has sent all that it will, and some of it may be unanswered. */
  noteSent(): void;
}

/** A work that has ended, though statements that it sent ahead may be unanswered. */
export interface Sent<R> {
  readonly result: R;
  /** Rejects with what the first of them was refused with, of which whatever came after it may have failed. */
  readonly answered: Promise<void>;
}

/**
 * Runs `work` in a session that sends statements ahead. Throws what the first of those was refused with, where that is known
 * when the work fails.
 */
export async function runSendingAhead<R>(
  transaction: OpenTransaction,
  { noteFailure, noteSent }: WorkNotes,
  work: (session: Session) => Promise<R>,
): Promise<Sent<R>> {
  const { client } = transaction;
  const session = sessionOn(client, noteFailure);
  let ahead = 0;
  // Answers come in the order of the statements.
  let last = Promise.resolve();
  let refusal: { readonly error: unknown } | undefined;
  const send = async (sql: string, values: ReturnType<typeof bindAll>): Promise<void> => {
    ahead += 1;
    try {
      await executeBound(client, sql, values);
    } catch (error) {
      noteFailure(error);
      refusal ??= { error };
    }
    ahead -= 1;
  };
  const sendAhead = (sql: string, parameters: readonly unknown[], check?: () => void): Promise<void> | undefined => {
    const begun = transaction.begunBefore(sql);
    if (begun !== undefined) {
      return begun.then(() => {
        check?.();
        return sendAhead(sql, parameters);
      });
    }
    transaction.gatherWrites();
    last = send(sql, bindNoting(parameters, noteFailure));
    return ahead >= aheadMax ? last : undefined;
  };
  const execute = async <R>(sql: string, parameters: readonly unknown[], check?: () => void) => {
    const begun = transaction.begunBefore(sql);
    if (begun !== undefined) {
      await begun;
      check?.();
    }
    transaction.gatherWrites();
    return session.execute<R>(sql, parameters);
  };
  const untilAnswered = async (): Promise<void> => {
    await last;
    if (refusal !== undefined) throw refusal.error;
  };
  try {
    const result = await work({ ...session, execute, sendAhead });
    noteSent();
    const answered = untilAnswered();
    // Whoever ends the transaction awaits it.
    answered.catch(() => {});
    return { result, answered };
  } catch (error) {
    if (refusal === undefined) throw error;
  }
  throw refusal.error;
}

/** What can't be bound is known before the statement is sent, so before anything is sent after it. */
function bindNoting(parameters: readonly unknown[], noteFailure: WorkNotes['noteFailure']): ReturnType<typeof bindAll> {
  try {
    return bindAll(parameters);
  } catch (error) {
    noteFailure(error);
    throw error;
  }
}
