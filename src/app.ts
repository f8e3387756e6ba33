// Composition root: settings -> platform -> features -> { http server, close }.
import { mkdirSync } from 'node:fs';
import { findDatabaseLocation, writersWaitMs } from './app/database-location.ts';
import type { App } from './app/opened-app.ts';
import { createFeatures } from './features.ts';
import type { Features } from './features.ts';
import { migrations } from './migrations/index.ts';
import { limitCaches } from './platform/cache/index.ts';
import { blobLocationOf, openBlobStore } from './platform/blobs/index.ts';
import { systemClock } from './platform/clock.ts';
import type { Clock } from './platform/clock.ts';
import { openDatabase } from './platform/database/index.ts';
import { createFollowers } from './platform/events/index.ts';
import { createJobRunner, joinRunners } from './platform/jobs/index.ts';
import type { JobHandler, JobRunner } from './platform/jobs/index.ts';
import { openLogFile } from './platform/observability/log-file.ts';
import type { LogFile } from './platform/observability/log-file.ts';
import { createLogger } from './platform/observability/logger.ts';
import { createRecentLog } from './platform/observability/recent-log.ts';
import { createMailDelivery, mailDestinationOf } from './platform/mail/index.ts';
import type { MailDelivery } from './platform/mail/index.ts';
import { toAbsolutePath } from './platform/files/absolute-path.ts';
import type { AbsolutePath } from './platform/files/absolute-path.ts';
import { callBounds } from './platform/outgoing.ts';
import { openTracing } from './platform/observability/tracing.ts';
import { loadSettings, resolveSettings } from './settings/index.ts';
import type { LoadedSettings, Settings } from './settings/index.ts';
import { loadEntityTagKey } from './features/site/index.ts';

export { databaseFile, hasDatabase, usesServer } from './app/database-location.ts';
export { createHttpServer, createRedirectListener, stopGraceMs } from './app/http-server.ts';
export type { App } from './app/opened-app.ts';
export type { ShareMetrics } from './app/http-server.ts';

export interface AppOptions {
  /** Where it is relative, it begins in the working folder. */
  dataDir: string;
  clock?: Clock;
  /** pino level; by default the setting `log_level`. */
  logLevel?: string;
  /** Starts absolute links where no file and no setting says what does. */
  fallbackUrl?: string;
}

/** Opens a data folder, creating what is missing. Throws SettingsError for a bad setting, DomainError for a newer database or one that can't be reached. */
export async function openApp(options: AppOptions): Promise<App> {
  const dataDir = toAbsolutePath(options.dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const settings = withFallbackUrl(loadSettings({ dataDir }), options.fallbackUrl);
  const { level, file: logFile, path: logPath } = openLog(options, resolveSettings(settings, []));
  const log = createRecentLog(logPath);
  const logger = createLogger(level, logFile, log);
  for (const warning of settings.warnings) logger.warn(warning);
  const clock = options.clock ?? systemClock;
  limitCaches(resolveSettings(settings, []).cache_memory_max);
  const location = findDatabaseLocation(dataDir, settings);
  const database = await openDatabase({
    ...location,
    migrations,
    logger,
    clock,
    busyTimeoutMs: writersWaitMs,
  });
  const blobs = await openBlobStore(blobLocationOf(dataDir, resolveSettings(settings, [])));
  const entityTagKey = await loadEntityTagKey(database);
  const file = 'file' in location ? location.file : undefined;
  const needs = { dataDir, file, migrations, log, database, clock, settings, logger, blobs, entityTagKey };
  const features = createFeatures(needs);
  const tracing = await openTracing();
  const delivery = createMailDelivery({
    database,
    clock,
    logger,
    readDestination: async () => mailDestinationOf(dataDir, (await features.site.current()).settings),
  });
  const work = { database, clock, logger };
  const jobs = createJobs(work, features, {
    delivery,
    mailSlots: resolveSettings(settings, []).mail_smtp_connections,
    trace: (handler) => tracing?.traceJob(handler) ?? handler,
  });
  const followers = createFollowers({ database, clock, logger, followers: features.parts.followers });
  try {
    await features.site.followFiles();
    await followers.register();
  } catch (error) {
    await database.close();
    throw error;
  }
  return {
    dataDir,
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
  { parts: { jobs, schedules, calls } }: Features,
  { delivery, mailSlots, trace }: { delivery: MailDelivery; mailSlots: number; trace(handler: JobHandler): JobHandler },
): JobRunner {
  return joinRunners([
    createJobRunner({ ...work, handlers: jobs.map(trace), schedules }),
    createJobRunner({
      ...work,
      handlers: calls.map(trace),
      schedules: [],
      slots: callBounds.total,
      fair: callBounds,
    }),
    createJobRunner({ ...work, handlers: [trace(delivery.handler)], schedules: [], slots: mailSlots }),
  ]);
}

/** Path of the log file of a data folder; undefined where the log goes to standard error, or nowhere. */
export const logFileOf = (dataDir: string, { log_file, log_level }: Settings): AbsolutePath | undefined =>
  log_file === '' || log_level === 'silent' ? undefined : toAbsolutePath(log_file, dataDir);

function openLog(
  { dataDir, logLevel, clock = systemClock }: AppOptions,
  settings: Settings,
): { level: string; file: LogFile | undefined; path: string | undefined } {
  const level = logLevel ?? settings.log_level;
  const path = level === 'silent' ? undefined : logFileOf(dataDir, settings);
  const isRotated = settings.log_rotation === 'weekly';
  return { level, file: path === undefined ? undefined : openLogFile({ path, isRotated, clock }), path };
}

function withFallbackUrl(settings: LoadedSettings, url: string | undefined): LoadedSettings {
  if (url === undefined || settings.file.has('sys_default_domain')) return settings;
  return { ...settings, fallbacks: new Map([['public_url', url]]) };
}
