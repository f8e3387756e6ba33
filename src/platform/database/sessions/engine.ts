// What the database module asks of an engine. SQLite is one (sqlite.ts with sqlite-dialect.ts), PostgreSQL
// the other (postgres.ts with postgres-dialect.ts).

import type { Session } from './session.ts';
import type { WriteStats } from './write-queue.ts';

/** The part of a logger that the database needs; pino's loggers have it. */
export interface DatabaseLogger {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface DatabaseStats extends WriteStats {
  /** How often a writer found other work in its way and tried again. */
  busyRetries: number;
  /** Statements that a replica answered. */
  replicaReads: number;
}

/** Signals that reach other processes. */
export interface RemoteSignals {
  /** Lets all processes hear of `channel` when the transaction of `session` commits. */
  announce(session: Session, channel: string): Promise<void>;
  /** Calls `heard` at each announcement, without a channel where some may have been missed. Called at most once. */
  hear(heard: (channel: string | undefined) => void): void;
}

export interface Engine {
  /** See Database.blocksAtCommit. */
  readonly blocksAtCommit: boolean;
  /** undefined where processes can't reach each other. */
  readonly remoteSignals?: RemoteSignals;
  /** Reads what is committed, one statement at a time. */
  readonly reading: Session;
  /** See Database.readFirst. */
  readonly readingFirst: Session;
  /** See Database.readBulk. */
  readonly readingBulk: Session;
  /** See Database.readSlow. */
  readonly readingSlow: Session;
  /**
   * Runs `work` in a transaction; resolves when it is durable and `afterCommit` has run. Where other work at the same
   * time was in the way, all is undone and `work` runs again.
   */
  write<R>(work: (session: Session) => Promise<R>, afterCommit: () => void): Promise<R>;
  /**
   * Runs `work` in a transaction that waits for others of the same kind, in any process, and sees what they left. What it
   * reads is not protected against other writers. It is not run again.
   */
  writeInTurn<R>(work: (session: Session) => Promise<R>, afterCommit: () => void): Promise<R>;
  /** Runs `work` in a transaction that may change tables, while no other process does the same. */
  migrate<R>(work: (session: Session) => Promise<R>): Promise<R>;
  /** Runs `work` inside one read transaction. */
  snapshot<R>(work: (session: Session) => Promise<R>): Promise<R>;
  /** See Database.readDataVersion. */
  readDataVersion(): number | undefined;
  stats(): DatabaseStats;
  /** Waits for work that runs or waits, then closes the connections. */
  close(): Promise<void>;
}
