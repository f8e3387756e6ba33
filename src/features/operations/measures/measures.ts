// Numbers of the running server, noted every minute by each process and kept for a day.
import { randomUUID } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Writer } from '../../../platform/database/index.ts';
import type { RouteMetrics } from '../../../platform/http/index.ts';
import { countOpenJobs } from '../../../platform/jobs/index.ts';
import { formatIso } from '../../../platform/texts/dates.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import { deleteMeasuresBefore, listMeasures, saveMeasure } from './measures.store.ts';
import type { MeasureRow } from './measures.store.ts';

const minuteMs = 60_000;
const retentionMs = 24 * 60 * minuteMs;

export const Measure = Type.Object(
  {
    date: Type.String({ description: 'The beginning of the step, in ISO 8601.' }),
    requests: Type.Integer({ description: 'Answered in the step.' }),
    errors: Type.Integer({ description: 'Of them by a status from 500 on.' }),
    answer_ms: Type.Number({ description: 'Average time of an answer.' }),
    busy: Type.Number({ description: 'Part of the time in which the busiest process worked, 0 to 1.' }),
    memory_bytes: Type.Integer({ description: 'Of all processes together.' }),
    jobs_waiting: Type.Integer(),
    disk_free_bytes: Type.Integer({ description: 'Beside the data folder.' }),
  },
  { title: 'Measure' },
);

export interface Measures {
  /** Notes what was measured since the last call. */
  note(): Promise<void>;
  /** Of the last day, in steps of so many minutes, oldest first; steps without a process that ran are left out. */
  list(stepMinutes: number): Promise<Static<typeof Measure>[]>;
  /** Notes every minute until it is stopped. */
  service: { start(): Promise<void>; stop(): Promise<void> };
  cleaner(tx: Writer, settings: unknown, nowMs: number): Promise<void>;
}

interface Deps {
  database: Database;
  clock: Clock;
  logger: Logger;
  dataDir: string;
  listMeters(): readonly RouteMetrics[];
}

interface Totals {
  requests: number;
  errors: number;
  answerMs: number;
}

function sumMeters(meters: readonly RouteMetrics[]): Totals {
  const totals = { requests: 0, errors: 0, answerMs: 0 };
  for (const { statuses, totalMs } of meters) {
    for (const count of statuses) totals.requests += count;
    totals.errors += statuses[5] ?? 0;
    totals.answerMs += totalMs;
  }
  return totals;
}

export function createMeasures({ database, clock, logger, dataDir, listMeters }: Deps): Measures {
  const process_ = randomUUID();
  let before = sumMeters(listMeters());
  let load = performance.eventLoopUtilization();
  let timer: NodeJS.Timeout | undefined;
  const note = async (): Promise<void> => {
    const totals = sumMeters(listMeters());
    const worked = performance.eventLoopUtilization(load);
    const [jobs, { bavail, bsize }] = await Promise.all([countOpenJobs(database.read), statfs(dataDir)]);
    const row: MeasureRow = {
      at_ms: Math.floor(clock.nowMs() / minuteMs) * minuteMs,
      process: process_,
      requests: totals.requests - before.requests,
      errors: totals.errors - before.errors,
      answer_ms: Math.round(totals.answerMs - before.answerMs),
      busy_permille: Math.round(worked.utilization * 1000),
      memory_bytes: process.memoryUsage.rss(),
      jobs_waiting: Number(jobs.find(({ status }) => status === 'waiting')?.count ?? 0),
      disk_free_bytes: bavail * bsize,
    };
    before = totals;
    load = performance.eventLoopUtilization();
    await database.transact((tx) => saveMeasure(tx, row));
  };
  return {
    note,
    async list(stepMinutes) {
      const rows = await listMeasures(database.read, clock.nowMs() - retentionMs);
      const stepMs = stepMinutes * minuteMs;
      return [...Map.groupBy(rows, ({ at_ms: ms }) => Math.floor(ms / stepMs) * stepMs)].map(([ms, group]) =>
        sumStep(ms, group),
      );
    },
    service: {
      start() {
        timer = setInterval(() => {
          note().catch((error: unknown) => logger.warn({ err: error }, 'what was measured could not be noted'));
        }, minuteMs).unref();
        return Promise.resolve();
      },
      stop() {
        clearInterval(timer);
        return Promise.resolve();
      },
    },
    cleaner: (tx, _settings, nowMs) => deleteMeasuresBefore(tx, nowMs - retentionMs),
  };
}

function sumStep(ms: number, rows: readonly MeasureRow[]): Static<typeof Measure> {
  const sum = (name: 'requests' | 'errors' | 'answer_ms'): number => rows.reduce((total, row) => total + row[name], 0);
  const requests = sum('requests');
  const lastOf = new Map(rows.map((row) => [row.process, row]));
  const last = rows.at(-1);
  return {
    date: formatIso(ms),
    requests,
    errors: sum('errors'),
    answer_ms: requests === 0 ? 0 : Math.round((sum('answer_ms') / requests) * 10) / 10,
    busy: Math.max(...rows.map((row) => row.busy_permille)) / 1000,
    memory_bytes: [...lastOf.values()].reduce((total, row) => total + row.memory_bytes, 0),
    jobs_waiting: last?.jobs_waiting ?? 0,
    disk_free_bytes: last?.disk_free_bytes ?? 0,
  };
}
