// What each process measured in a minute.

interface MeasuresTable {
  /** The beginning of the minute. */
  at_ms: number;
  /** Of one start of one process. */
  process: string;
  requests: number;
  /** Answers of 500 and above but 503. */
  errors: number;
  /** Sum of the times of all answers. */
  answer_ms: number;
  /** Thousandths of the minute in which the thread worked. */
  busy_permille: number;
  memory_bytes: number;
  /** Jobs that wait, of the whole site. */
  jobs_waiting: number;
  /** Beside the data folder. */
  disk_free_bytes: number;
}

declare module '../../../platform/database/sessions/tables.ts' {
  interface Tables {
    measures: MeasuresTable;
  }
}
