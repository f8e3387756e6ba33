// The table of jobs.
import type { Generated } from 'kysely';

/** `waiting` to be taken, `running` under a lease, `done`, or `failed` for good. */
export const jobStatuses = ['waiting', 'running', 'done', 'failed'] as const;

export type JobStatus = (typeof jobStatuses)[number];

interface JobsTable {
  id: Generated<number>;
  kind: string;
  payload_json: string;
  /** No two jobs have the same, whatever became of the first. */
  unique_key: string | null;
  status: JobStatus;
  /** From when on a runner may take it: for a running job the end of its lease, null for one that is over. */
  due_at_ms: number | null;
  /** What the clock said that `due_at_ms` was counted from; null where that is not known. */
  set_at_ms: number | null;
  /** How often it was taken. */
  attempts: number;
  /** Names the lease; null where there is none. */
  leased_by: string | null;
  /** Of the last attempt that failed. */
  last_error: string | null;
  created_at_ms: number;
  /** Of the last attempt. */
  started_at_ms: number | null;
  finished_at_ms: number | null;
  /** Who gets the turn, such as `project 101`; null for kinds that are taken in their order alone. */
  owner: string | null;
  /** What asked for it, such as `tracker 7`. */
  source: string | null;
  /** Where it goes, such as a host. */
  target: string | null;
}

declare module '../database/sessions/tables.ts' {
  interface Tables {
    jobs: JobsTable;
  }
}
