// `tepal jobs`: what the server does beside requests.
import { formatIso } from '../../platform/texts/dates.ts';
import { jobStatuses } from '../../platform/jobs/index.ts';
import { defineCommand, listFlags, print, UsageError } from '../../platform/command-line/command.ts';
import type { Command, WithFolder } from '../../platform/command-line/command.ts';
import { printList } from '../../platform/command-line/text-table.ts';
import type { createHousekeepingFeature } from './feature.ts';

type Open = WithFolder<{ features: Pick<ReturnType<typeof createHousekeepingFeature>, 'systemEvents'> }>;

/** Jobs that one call lists, the newest. */
const listedMax = 1000;

const showTime = (atMs: number | null): string | null => (atMs === null ? null : formatIso(atMs));

const listJobsCommand = (withFolder: Open): Command =>
  defineCommand({
    name: 'jobs list',
    operands: [],
    flags: {
      ...listFlags,
      status: { type: 'string', choices: jobStatuses, meaning: 'only jobs with this status' },
    },
    summary: `List background jobs, newest first, at most ${listedMax} jobs`,
    run: ({ flags, folder, io }) =>
      withFolder(folder, io, async ({ features }) => {
        const jobs = await features.systemEvents.listJobs({ status: flags.status }, { limit: listedMax, offset: 0 });
        const rows = jobs.map((job) => ({
          id: job.id,
          kind: job.kind,
          status: job.status,
          attempts: job.attempts,
          source: job.source,
          target: job.target,
          created: formatIso(job.created_at_ms),
          due: job.status === 'waiting' ? showTime(job.due_at_ms) : null,
          started: showTime(job.started_at_ms),
          finished: showTime(job.finished_at_ms),
          error: job.last_error,
        }));
        const columns = [
          'id',
          'kind',
          'status',
          'attempts',
          'source',
          'target',
          'created',
          'due',
          'started',
          'finished',
          'error',
        ] as const;
        printList(io, rows, columns, flags.json);
      }),
  });

const allGivenUp = 'failed';

const retryJobCommand = (withFolder: Open): Command =>
  defineCommand({
    name: 'jobs retry',
    operands: ['JOB'],
    flags: {},
    summary: `Retry a failed job; JOB: its ID, or "${allGivenUp}" for all failed jobs`,
    async run({ operands: { JOB: job }, folder, io }) {
      if (job !== allGivenUp && !/^[1-9]\d{0,14}$/.test(job)) {
        throw new UsageError(
          `JOB can't be ${JSON.stringify(job)}; use an ID from "tepal jobs list", or "${allGivenUp}"`,
        );
      }
      await withFolder(folder, io, async ({ features: { systemEvents } }) => {
        if (job === allGivenUp) {
          const count = await systemEvents.retryGivenUp();
          print(io, count === 1 ? '1 job restarted' : `${count} jobs restarted`);
        } else {
          await systemEvents.retry(Number(job));
          print(io, `job ${job} restarted`);
        }
      });
    },
  });

export const jobCommands = (withFolder: Open): Command[] => [listJobsCommand(withFolder), retryJobCommand(withFolder)];
