// Reads on a streaming replica. None is older than what the primary showed when it was asked: the replica must have replayed
// the primary's log up to where it was then. Where it has not, or is away, the primary has to answer.

import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { ClientConfig } from 'pg';
import type { QueryResult } from 'kysely';
import type { DatabaseLogger } from '../sessions/engine.ts';
import { executeOn } from './postgres-connection.ts';

export interface ReplicaOptions {
  /** Of connections to the replica. */
  readonly config: ClientConfig;
  readonly connections: number;
  /** How long a read waits for the replica to catch up. */
  readonly waitMaxMs: number;
  readonly logger: DatabaseLogger;
  /** Asks the primary. */
  ask<R>(sql: string): Promise<QueryResult<R>>;
}

export interface Replica {
  /** The rows, or undefined where the primary has to be asked: the replica is away or behind, or it refused. */
  execute<R>(sql: string, parameters: readonly unknown[]): Promise<QueryResult<R> | undefined>;
  /** How many reads the replica has answered. */
  reads(): number;
  close(): void;
}

interface Link {
  readonly client: pg.Client;
  waiting: number;
  /** Up to where it has replayed the log, as far as is known. */
  replayedTo: number;
  look: Promise<void> | undefined;
}

const clusterId = 'select system_identifier::text as id from pg_control_system()';
// The log's end is read before the read it is for is sent, and whatever was visible until then lies before it.
const endOfLog = `select pg_current_wal_insert_lsn() - '0/0' as position`;
const replayedLog = `select coalesce(pg_last_wal_replay_lsn() - '0/0', 0) as position`;

const reconnectAfterMs = 500;
const lookAgainAfterMs = 2;
/** A replica that does not say in this time how far it is counts as lost. */
const lookMaxMs = 1000;

/** Connects in the background, now and after each loss; until then the primary has to answer. */
export function createReplica(options: ReplicaOptions): Replica {
  const { logger, ask, connections, config } = options;
  const links = new Set<Link>();
  const closing = new AbortController();
  let reads = 0;
  let reason: string | undefined;
  const report = (now: string | undefined): void => {
    if (now === reason || closing.signal.aborted) return;
    reason = now;
    if (now !== undefined) logger.warn({ reason: now }, 'the read replica is not used; the primary answers');
  };
  for (let count = 0; count < connections; count += 1) void keepLink({ config, ask, links, report }, closing.signal);
  const readEndOfLog = shareInTurn(() => readPosition(ask(endOfLog)));
  const hasCaughtUp = createTimeBudget(options.waitMaxMs);
  return {
    async execute<R>(sql: string, parameters: readonly unknown[]) {
      const link = leastBusy(links);
      if (link === undefined) return undefined;
      const position = await readEndOfLog();
      link.waiting += 1;
      try {
        if (!(await hasCaughtUp(link, position))) return undefined;
        const result = await executeOn<R>(link.client, sql, parameters);
        reads += 1;
        return result;
      } catch (error) {
        // Where the statement itself is wrong the primary says so.
        report(describe(error));
        return undefined;
      } finally {
        link.waiting -= 1;
      }
    },
    reads: () => reads,
    close: () => closing.abort(),
  };
}

interface Keeping extends Pick<ReplicaOptions, 'config' | 'ask'> {
  /** Holds a link while its connection can be used. */
  readonly links: Set<Link>;
  /** Says why one can't be used, or, with undefined, that it can. */
  report(reason: string | undefined): void;
}

/** Keeps one connection until `closed`. */
async function keepLink({ config, ask, links, report }: Keeping, closed: AbortSignal): Promise<void> {
  while (!closed.aborted) {
    const client = new pg.Client(config);
    // A connection that can't be ended in good order is gone already.
    const end = (): void => void client.end().catch(() => undefined);
    closed.addEventListener('abort', end);
    const lost = new Promise<string>((resolve) => {
      client.on('error', (error) => resolve(error.message));
      client.on('end', () => resolve('the connection ended'));
    });
    const link: Link = { client, waiting: 0, replayedTo: 0, look: undefined };
    try {
      await client.connect();
      closed.throwIfAborted();
      await requireSameCluster(client, ask);
      links.add(link);
      report(undefined);
      report(await lost);
    } catch (error) {
      report(describe(error));
    }
    links.delete(link);
    closed.removeEventListener('abort', end);
    end();
    // Closing cuts the pause short, and with it the loop.
    await pause(reconnectAfterMs, undefined, { signal: closed, ref: false }).catch(() => undefined);
  }
}

/** Tells whether a replica has replayed up to a position, after a short wait where it usually keeps up. */
function createTimeBudget(waitMaxMs: number): (link: Link, position: number) => Promise<boolean> {
  let isBehind = false;
  return async (link, position) => {
    const endsAtMs = performance.now() + waitMaxMs;
    while (link.replayedTo < position) {
      await (link.look ??= look(link));
      if (link.replayedTo >= position) break;
      if (isBehind || performance.now() >= endsAtMs) {
        isBehind = true;
        return false;
      }
      await pause(lookAgainAfterMs);
    }
    isBehind = false;
    return true;
  };
}

const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Throws Error where the replica is one of another database cluster. */
async function requireSameCluster(client: pg.Client, ask: ReplicaOptions['ask']): Promise<void> {
  const [own, primary] = await Promise.all([
    executeOn<{ id: string }>(client, clusterId, []),
    ask<{ id: string }>(clusterId),
  ]);
  if (own.rows[0]?.id !== primary.rows[0]?.id) throw new Error('it is no replica of this database');
}

/** Asks how far the replica is; the connection ends where it does not answer. */
async function look(link: Link): Promise<void> {
  const late = setTimeout(() => void link.client.end(), lookMaxMs);
  try {
    link.replayedTo = await readPosition(executeOn(link.client, replayedLog, []));
  } finally {
    clearTimeout(late);
    link.look = undefined;
  }
}

/** A position in the log, in bytes from its beginning. */
async function readPosition(answer: Promise<QueryResult<{ position: number }>>): Promise<number> {
  const [row] = (await answer).rows;
  if (row === undefined) throw new Error('the server did not tell its position');
  return row.position;
}

function leastBusy(links: ReadonlySet<Link>): Link | undefined {
  let best: Link | undefined;
  for (const link of links) if (best === undefined || link.waiting < best.waiting) best = link;
  return best;
}

/** One call of `read` for all who ask in one turn of the event loop; it begins after they have asked. */
function shareInTurn<R>(read: () => Promise<R>): () => Promise<R> {
  let shared: Promise<R> | undefined;
  return () =>
    (shared ??= new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      shared = undefined;
      return read();
    }));
}
