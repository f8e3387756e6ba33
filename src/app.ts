// Composition root: settings -> platform -> features -> { http server, close }.
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { findPlace, writersWaitMs } from './app/database-place.ts';
import { createFeatures } from './features.ts';
import type { Features } from './features.ts';
import { migrations } from './migrations/index.ts';
import { blobPlaceOf, openBlobStore } from './platform/blobs/index.ts';
import type { BlobStore } from './platform/blobs/index.ts';
import { systemClock } from './platform/clock.ts';
import type { Clock } from './platform/clock.ts';
import { openDatabase } from './platform/database/index.ts';
import type { Database, Writer } from './platform/database/index.ts';
import { createFollowers } from './platform/events/index.ts';
import type { Followers } from './platform/events/index.ts';
import { addStreams, createPlainListener, createServer, createServerStats } from './platform/http/index.ts';
import type { Admission, ArrivingLimits, Certificate, ServerLimits } from './platform/http/index.ts';
import { createIdempotencyKeys } from './platform/idempotency/index.ts';
import { countOpenJobs, createJobRunner, joinRunners } from './platform/jobs/index.ts';
import type { JobHandler, JobRunner } from './platform/jobs/index.ts';
import { openLogFile } from './platform/watching/log-file.ts';
import type { LogFile } from './platform/watching/log-file.ts';
import { createLogger } from './platform/watching/logger.ts';
import type { Logger } from './platform/watching/logger.ts';
import { createMailDelivery, mailPlaceOf } from './platform/mail/index.ts';
import type { MailDelivery } from './platform/mail/index.ts';
import { callBounds } from './platform/outgoing.ts';
import { createMetrics } from './platform/watching/metrics.ts';
import type { Metrics, ProcessMetrics } from './platform/watching/metrics.ts';
import { StaleMomentError } from './platform/stale-moment.ts';
import { openTracing } from './platform/watching/tracing.ts';
import type { Tracing } from './platform/watching/tracing.ts';
import { loadSettings, publicUrl, resolveSettings } from './settings/index.ts';
import type { LoadedSettings, Settings } from './settings/index.ts';
import { downloadRoutes, tusRoutes } from './features/attachments/index.ts';
import { addExplorer } from './features/explorer/index.ts';
import { addUnsubscribing } from './features/notifications/index.ts';
import { addAvatars } from './features/people/index.ts';
import { hasSameRights } from './features/projects/index.ts';
import type { Viewer } from './features/projects/index.ts';
import { loadEntityTagKey } from './features/site/index.ts';
import type { Site } from './features/site/index.ts';

export { databaseFile, hasDatabase, usesServer } from './app/database-place.ts';

export interface App {
  /** The folder that holds `conf`, `files` and, unless the setting `database_url` says where else, `tepal.sqlite`. */
  dataDir: string;
  settings: LoadedSettings;
  logger: Logger;
  /** Where the log goes; undefined: to standard error, or nowhere. */
  logFile: LogFile | undefined;
  database: Database;
  /** Attachments. */
  blobs: BlobStore;
  clock: Clock;
  /** Secret of this install. */
  entityTagKey: string;
  /** undefined where nobody wants spans. */
  tracing: Tracing | undefined;
  features: Features;
  /** Works beside requests once it is started. */
  jobs: JobRunner;
  /** Deal with what the event log says, once they are started. */
  followers: Followers;
  /** Waits for writes under way and closes the database. */
  close(): Promise<void>;
}

export interface AppOptions {
  dataDir: string;
  clock?: Clock;
  /** pino level; by default the setting `log_level`. */
  logLevel?: string;
  /** Starts absolute links where no file and no setting says what does. */
  fallbackUrl?: string;
}

/** Opens a data folder, creating what is missing. Throws SettingsError for a bad setting, DomainError for a newer database or one that can't be reached. */
export async function openApp(options: AppOptions): Promise<App> {
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  const settings = withFallbackUrl(loadSettings({ dataDir: options.dataDir }), options.fallbackUrl);
  const { level, file: logFile } = openLog(options, resolveSettings(settings, []));
  const logger = createLogger(level, logFile);
  for (const warning of settings.warnings) logger.warn(warning);
  const clock = options.clock ?? systemClock;
  const database = await openDatabase({
    ...findPlace(options.dataDir, settings),
    migrations,
    logger,
    clock,
    busyTimeoutMs: writersWaitMs,
  });
  const blobs = await openBlobStore(blobPlaceOf(options.dataDir, resolveSettings(settings, [])));
  const entityTagKey = await loadEntityTagKey(database);
  const features = createFeatures({ dataDir: options.dataDir, database, clock, settings, logger, blobs, entityTagKey });
  const tracing = await openTracing();
  const delivery = createMailDelivery({
    database,
    clock,
    logger,
    readPlace: async () => mailPlaceOf(options.dataDir, (await features.site.current()).settings),
  });
  const work = { database, clock, logger };
  const jobs = createJobs(work, features, {
    delivery,
    mailSlots: resolveSettings(settings, []).mail_smtp_connections,
    trace: (handler) => tracing?.traceJob(handler) ?? handler,
  });
  const followers = createFollowers({ database, clock, logger, followers: features.followers });
  try {
    await features.site.followFiles();
    await followers.register();
  } catch (error) {
    await database.close();
    throw error;
  }
  return {
    dataDir: options.dataDir,
    settings,
    logger,
    logFile,
    database,
    blobs,
    clock,
    entityTagKey,
    tracing,
    features,
    jobs,
    followers,
    async close() {
      delivery.close();
      await database.close();
      logFile?.close();
    },
  };
}

/** What waits for other servers, mail servers or those that people named, has slots of its own. */
function createJobs(
  work: Pick<App, 'database' | 'clock' | 'logger'>,
  { housekeeping: { handlers, schedules }, jobHandlers, callHandlers }: Features,
  { delivery, mailSlots, trace }: { delivery: MailDelivery; mailSlots: number; trace(handler: JobHandler): JobHandler },
): JobRunner {
  return joinRunners([
    createJobRunner({ ...work, handlers: [...handlers, ...jobHandlers].map(trace), schedules }),
    createJobRunner({
      ...work,
      handlers: callHandlers.map(trace),
      schedules: [],
      slots: callBounds.total,
      fair: callBounds,
    }),
    createJobRunner({ ...work, handlers: [trace(delivery.handler)], schedules: [], slots: mailSlots }),
  ]);
}

/** Path of the log file of a data folder; undefined where the log goes to standard error, or nowhere. */
export const logFileOf = (dataDir: string, { log_file, log_level }: Settings): string | undefined =>
  log_file === '' || log_level === 'silent' ? undefined : resolve(dataDir, log_file);

function openLog(
  { dataDir, logLevel, clock = systemClock }: AppOptions,
  settings: Settings,
): { level: string; file: LogFile | undefined } {
  const level = logLevel ?? settings.log_level;
  const path = level === 'silent' ? undefined : logFileOf(dataDir, settings);
  const isRotated = settings.log_rotation === 'weekly';
  return { level, file: path === undefined ? undefined : openLogFile({ path, isRotated, clock }) };
}

function withFallbackUrl(settings: LoadedSettings, url: string | undefined): LoadedSettings {
  if (url === undefined || settings.file.has('sys_default_domain')) return settings;
  return { ...settings, fallbacks: new Map([['public_url', url]]) };
}

/** What the pipeline reads first of every request. */
interface Moment extends Admission {
  site: Site;
}

/** Where pages answer over HTTPS; undefined where nobody has said that they do. */
function findHttpsUrl(settings: Settings, endsTls: boolean): string | undefined {
  const isSaid = endsTls || settings.sys_trusted_proxies.length > 0 || settings.public_url !== '';
  const url = publicUrl(settings);
  return isSaid && url.startsWith('https:') ? url : undefined;
}

const momentOf = (site: Site, endsTls: boolean): Moment => ({
  site,
  isPlainHttpAllowed: site.settings.sys_rest_api_over_http,
  findHttpsUrl: () => findHttpsUrl(site.settings, endsTls),
  trustedProxies: site.settings.sys_trusted_proxies,
  pageBytesMax: site.settings.answer_limit,
  invalidCredentialsStatus: Number(site.settings.rest_invalid_credentials_status),
});

/** Runs `change`, in whose first transaction `check` passes and `join` writes; what they throw undoes that transaction. */
async function guardChange<R>(
  { database }: App,
  check: () => Promise<void>,
  change: () => Promise<R>,
  join?: (tx: Writer) => Promise<void>,
): Promise<R> {
  try {
    return await database.guard(check, change, join);
  } catch (error) {
    // What made the moment old may still wait for its COMMIT; the next attempt should see it.
    if (error instanceof StaleMomentError) await database.transact(async () => {});
    throw error;
  }
}

/** Throws StaleMomentError where the viewer may do something else by now than when they were loaded. */
async function requireSameRights({ database, features }: App, viewer: Viewer): Promise<void> {
  if (await features.site.isCurrent(viewer.site.version)) return;
  if (!(await hasSameRights(database, viewer))) throw new StaleMomentError();
}

const limitsOf = (settings: Settings): ServerLimits & ArrivingLimits => ({
  connectionsMax: settings.connection_limit,
  requestsMax: settings.request_limit,
  waitMaxMs: settings.request_wait_limit,
  headerTimeoutMs: settings.header_timeout * 1000,
  requestTimeoutMs: settings.request_timeout * 1000,
  keepAliveTimeoutMs: settings.keep_alive_timeout * 1000,
  sendTimeoutMs: settings.send_timeout * 1000,
  unsentBytesMax: settings.unsent_limit,
  bodyTimeoutMs: settings.body_timeout * 1000,
  // Two of the largest fit in any case.
  bodiesMaxBytes: Math.max(settings.request_bodies_limit, 2 * settings.request_body_limit),
});

/** How long streams and jobs may go on after the signal to stop; others are broken off, or given back. */
export const stopGraceMs = 10_000;

/** A door for plain HTTP to a server with TLS that is ready; the caller listens and closes. */
export const createRedirectListener = (app: App, server: FastifyInstance): Server =>
  createPlainListener(server, limitsOf(resolveSettings(app.settings, [])), app.logger);

type ReadMetrics<M> = () => Promise<M>;

/** Brings together the processes that answer on one port: from what reads the metrics of this one, what reads those of all. */
export type ShareMetrics = (read: ReadMetrics<ProcessMetrics>) => ReadMetrics<readonly ProcessMetrics[]>;

const alone: ShareMetrics = (read) => async () => [await read()];

/** Builds the HTTP server of an app; the caller listens, and closes the server before the app. */
export function createHttpServer(app: App, tls?: Certificate, shareMetrics: ShareMetrics = alone): FastifyInstance {
  const { site, people, signIn, loadViewer, attachments, notifications, sourceControl, routes } = app.features;
  const settings = resolveSettings(app.settings, []);
  const stats = createServerStats();
  const keys = createIdempotencyKeys(app.database, app.clock);
  let metrics: Promise<Metrics> | undefined;
  const loadMetrics = (): Promise<Metrics> =>
    (metrics ??= createMetrics({
      listMeters: () => stats.meters.list(),
      keptStats: () => stats.kept,
      databaseStats: () => app.database.stats(),
      jobStats: () => app.jobs.stats(),
      countOpenJobs: () => countOpenJobs(app.database.read),
      listFollowerStates: () => app.followers.listStates(),
      logger: app.logger,
    }));
  const readAll = shareMetrics(async () => (await loadMetrics()).read());
  const httpServer = createServer({
    routes,
    extend(server, run) {
      server.addHook('preClose', async () => app.features.eventsOut.events.end());
      addExplorer(server, routes);
      addAvatars(server, people);
      addUnsubscribing(server, notifications, app.entityTagKey);
      addStreams(server, [...downloadRoutes(attachments), ...tusRoutes(attachments), ...sourceControl.streams], run);
    },
    logger: app.logger,
    bodyLimitBytes: settings.request_body_limit,
    limits: limitsOf(settings),
    stopGraceMs,
    ...(tls === undefined ? {} : { tls }),
    clock: app.clock,
    stats,
    monitoring: {
      async requireReady() {
        await site.current();
      },
      metricsToken: settings.metrics_token,
      async renderMetrics() {
        const [{ render }, all] = await Promise.all([loadMetrics(), readAll()]);
        return render(all);
      },
    },
    readMark: () => app.database.readMark(),
    validityOf: (viewer) => viewer.validity,
    readMoment: async () => momentOf(await site.current(), tls !== undefined),
    recallMoment(): Moment | undefined {
      const latest = site.latest();
      return latest === undefined ? undefined : momentOf(latest, tls !== undefined);
    },
    guardChange(moment, check, change) {
      const checkAll = async (): Promise<void> => {
        await site.requireCurrent(moment.site.version);
        await check();
      };
      return guardChange(app, checkAll, change);
    },
    changeAs: (viewer, change, keyed) =>
      guardChange(
        app,
        () => requireSameRights(app, viewer),
        change,
        keyed === undefined ? undefined : (tx) => keys.claim(tx, keyed),
      ),
    repeats: { keys, callerOf: ({ user }) => user?.id },
    identify: async (request, access, moment) => loadViewer(await signIn.identify(request, access, moment.site)),
  });
  app.tracing?.traceAnswers(httpServer.server);
  return httpServer;
}
