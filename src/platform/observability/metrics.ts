// Metrics in the format of Prometheus, made when they are asked for. Its client is loaded at the first request for them, and
// measures the process from then on.
import type { Registry } from 'prom-client';
import type { DatabaseStats } from '../database/index.ts';
import { listCacheStats } from '../cache/index.ts';
import { waitAtMost } from '../concurrency/deadline.ts';
import type { FollowerState } from '../events/index.ts';
import { stepsMs } from '../http/index.ts';
import type { MetricsText, RouteMetrics } from '../http/index.ts';
import type { JobStats } from '../jobs/index.ts';
import type { Logger } from './logger.ts';

/** Where the numbers come from; each function gives them as they are just now. */
export interface MetricSources {
  listMeters(): readonly RouteMetrics[];
  databaseStats(): DatabaseStats;
  jobStats(): JobStats;
  countOpenJobs(): Promise<readonly { status: string; count: number }[]>;
  listFollowerStates(): Promise<readonly FollowerState[]>;
  logger: Logger;
}

/** The metrics of one process, as its supervisor may pass them on. */
export type ProcessMetrics = readonly object[];

export interface Metrics {
  read(): Promise<ProcessMetrics>;
  /** The text for the metrics of all processes of a server, counts summed up. */
  render(all: readonly ProcessMetrics[]): Promise<MetricsText>;
}

/** Less than workers wait for each other's metrics. */
const countWithinMs = 1000;

type Sample = readonly [labels: Readonly<Record<string, string>>, value: number];

interface Described {
  name: string;
  help: string;
  labels: readonly string[];
  read(): Sample[] | Promise<Sample[]>;
}

const counters = ({ listMeters, databaseStats, jobStats }: MetricSources): Described[] => [
  {
    name: 'tepal_http_answers_total',
    help: 'Answers by method, route and class of status; without a route: what no route answered.',
    labels: ['method', 'route', 'status'],
    read: () =>
      listMeters().flatMap(({ method, route, statuses }) =>
        statuses.flatMap((count, digit): Sample[] =>
          count === 0 ? [] : [[{ method, route, status: `${digit}xx` }, count]],
        ),
      ),
  },
  {
    name: 'tepal_cache_lookups_total',
    help: 'Lookups in caches, by cache and whether there was an entry.',
    labels: ['cache', 'result'],
    read: () =>
      listCacheStats().flatMap(({ name, hits, misses }): Sample[] => [
        [{ cache: name, result: 'hit' }, hits],
        [{ cache: name, result: 'miss' }, misses],
      ]),
  },
  {
    name: 'tepal_cache_evictions_total',
    help: 'Entries that caches evicted for lack of room.',
    labels: ['cache'],
    read: () => listCacheStats().map(({ name, evictions }): Sample => [{ cache: name }, evictions]),
  },
  {
    name: 'tepal_database_commits_total',
    help: 'COMMITs; several changes may share one.',
    labels: [],
    read: () => [[{}, databaseStats().commits]],
  },
  {
    name: 'tepal_database_changes_total',
    help: 'Units of work on the database, by whether they were committed or undone.',
    labels: ['outcome'],
    read: () => [
      [{ outcome: 'committed' }, databaseStats().committedWorks],
      [{ outcome: 'failed' }, databaseStats().failedWorks],
    ],
  },
  {
    name: 'tepal_database_busy_retries_total',
    help: 'How often a change found others in its way and was tried again.',
    labels: [],
    read: () => [[{}, databaseStats().busyRetries]],
  },
  {
    name: 'tepal_database_replica_reads_total',
    help: 'Statements that the replica answered.',
    labels: [],
    read: () => [[{}, databaseStats().replicaReads]],
  },
  {
    name: 'tepal_job_attempts_total',
    help: 'Attempts at jobs by what came of them: done, failed (tried again later) or given-up.',
    labels: ['outcome'],
    read: () => [
      [{ outcome: 'done' }, jobStats().done],
      [{ outcome: 'failed' }, jobStats().failed],
      [{ outcome: 'given-up' }, jobStats().givenUp],
    ],
  },
];

const cacheGauges: Described[] = [
  {
    name: 'tepal_cache_bytes',
    help: 'Memory of caches, estimated.',
    labels: ['cache'],
    read: () => listCacheStats().map(({ name, bytes }): Sample => [{ cache: name }, bytes]),
  },
  {
    name: 'tepal_cache_max_bytes',
    help: 'What caches may take of memory.',
    labels: ['cache'],
    read: () => listCacheStats().map(({ name, maxBytes }): Sample => [{ cache: name }, maxBytes]),
  },
];

/** What is the same for all processes on the database. */
const siteGauges = ({ countOpenJobs, listFollowerStates }: MetricSources): Described[] => [
  {
    name: 'tepal_jobs_open',
    help: 'Jobs that wait or run, of all processes on the database.',
    labels: ['status'],
    async read() {
      const counts = await countOpenJobs();
      return ['waiting', 'running'].map((status): Sample => [
        { status },
        Number(counts.find((row) => row.status === status)?.count ?? 0),
      ]);
    },
  },
  {
    name: 'tepal_follower_behind_events',
    help: 'How many events of the log a follower has before it, such as the one that sends mail.',
    labels: ['follower'],
    read: async () => (await listFollowerStates()).map(({ name, behind }): Sample => [{ follower: name }, behind]),
  },
];

/** Loads the client of Prometheus. */
export async function createMetrics(sources: MetricSources): Promise<Metrics> {
  const { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Histogram, Registry } =
    await import('prom-client');
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const { name, help, labels, read } of counters(sources)) {
    const counter = new Counter({
      name,
      help,
      labelNames: [...labels],
      registers: [registry],
      async collect() {
        counter.reset();
        for (const [values, value] of await read()) counter.inc(values, value);
      },
    });
  }
  for (const { name, help, labels, read } of cacheGauges) {
    const gauge = new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers: [registry],
      async collect() {
        for (const [values, value] of await read()) gauge.set(values, value);
      },
    });
  }
  for (const { name, help, labels, read } of siteGauges(sources)) {
    const gauge = new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers: [registry],
      aggregator: 'first',
      async collect() {
        gauge.reset();
        try {
          const samples = await waitAtMost(
            countWithinMs,
            Promise.resolve(read()),
            'the database does not answer in time',
          );
          for (const [values, value] of samples) gauge.set(values, value);
        } catch (error) {
          // The other metrics matter most when the database does not answer.
          sources.logger.warn({ err: error, metric: name }, 'the database could not be asked for the metrics');
        }
      },
    });
  }
  const facts = { name: 'tepal_http_answer_seconds', help: 'From the arrival of a request to the end of its answer.' };
  registry.registerMetric(
    new (class extends Histogram<'method' | 'route' | 'le'> {
      override async get() {
        return {
          ...(await super.get()),
          values: sources.listMeters().flatMap((meter) => listTimes(facts.name, meter)),
        };
      }
    })({ ...facts, registers: [] }),
  );
  return {
    read: () => registry.getMetricsAsJSON(),
    async render(all) {
      const together: Registry = AggregatorRegistry.aggregate([...all]);
      return { type: together.contentType, text: await together.metrics() };
    },
  };
}

/** A route's histogram: what took at most so long, by step, then all of it; nothing for a route that never answered. */
function listTimes(name: string, { method, route, steps, totalMs }: RouteMetrics) {
  const labels = { method, route };
  let count = 0;
  const buckets = steps.map((inStep, step) => {
    count += inStep;
    const le = step < stepsMs.length ? (stepsMs[step] ?? 0) / 1000 : '+Inf';
    return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: count };
  });
  if (count === 0) return [];
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: totalMs / 1000 },
    { metricName: `${name}_count`, labels, value: count },
  ];
}
