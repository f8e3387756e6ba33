// Composition root: settings -> platform -> features -> { http server, close }.
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createFeatures } from './features.ts';
import type { Features } from './features.ts';
import { migrations } from './migrations/index.ts';
import { systemClock } from './platform/clock.ts';
import type { Clock } from './platform/clock.ts';
import { openDatabase } from './platform/database/index.ts';
import type { Database } from './platform/database/index.ts';
import { createServer } from './platform/http/index.ts';
import type { Admission, ServerLimits } from './platform/http/index.ts';
import { createLogger } from './platform/logger.ts';
import type { Logger } from './platform/logger.ts';
import { StaleMomentError } from './platform/stale-moment.ts';
import { loadSettings, resolveSettings } from './settings/index.ts';
import type { LoadedSettings, Settings } from './settings/index.ts';
import { addExplorer } from './features/explorer/index.ts';
import { addAvatars } from './features/people/index.ts';
import type { Site } from './features/site/index.ts';

export interface App {
  /** The folder that holds everything: `conf`, `tepal.sqlite`, `files`. */
  dataDir: string;
  settings: LoadedSettings;
  logger: Logger;
  database: Database;
  features: Features;
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

/** Path of the database inside a data folder. */
export const databaseFile = (dataDir: string): string => join(dataDir, 'tepal.sqlite');

/** How long a writer waits for another process, such as an import that holds the lock. */
const writersWaitMs = 30_000;

/** Opens a data folder, creating what is missing. Throws SettingsError for a bad setting, DomainError for a newer database. */
export async function openApp(options: AppOptions): Promise<App> {
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  closeSync(openSync(databaseFile(options.dataDir), 'a', 0o600));
  const settings = withFallbackUrl(loadSettings({ dataDir: options.dataDir }), options.fallbackUrl);
  const logger = createLogger(options.logLevel ?? resolveSettings(settings, []).log_level);
  for (const warning of settings.warnings) logger.warn(warning);
  const clock = options.clock ?? systemClock;
  const database = await openDatabase({
    file: databaseFile(options.dataDir),
    migrations,
    logger,
    clock,
    busyTimeoutMs: writersWaitMs,
  });
  const features = createFeatures({ database, clock, settings, logger });
  return { dataDir: options.dataDir, settings, logger, database, features, close: () => database.close() };
}

function withFallbackUrl(settings: LoadedSettings, url: string | undefined): LoadedSettings {
  if (url === undefined || settings.file.has('sys_default_domain')) return settings;
  return { ...settings, file: new Map([['public_url', url], ...settings.file]) };
}

/** What the pipeline reads first of every request. */
interface Moment extends Admission {
  site: Site;
}

const momentOf = (site: Site): Moment => ({
  site,
  isPlainHttpAllowed: site.settings.sys_rest_api_over_http,
  trustedProxies: site.settings.sys_trusted_proxies,
  invalidCredentialsStatus: Number(site.settings.rest_invalid_credentials_status),
});

/** Runs `change` on the state that `check` has passed, and that is still the one of the moment; else throws StaleMomentError. */
async function guardChange<R>(
  { database, features }: App,
  moment: Moment,
  check: () => Promise<void>,
  change: () => Promise<R>,
): Promise<R> {
  const checkAll = async (): Promise<void> => {
    await features.site.requireCurrent(moment.site.version);
    await check();
  };
  try {
    return await database.guard(checkAll, change);
  } catch (error) {
    // What made the moment old may still wait for its COMMIT; the next attempt should see it.
    if (error instanceof StaleMomentError) await database.transact(async () => {});
    throw error;
  }
}

const limitsOf = (settings: Settings): ServerLimits => ({
  connectionsMax: settings.connection_limit,
  requestsMax: settings.request_limit,
  waitMaxMs: settings.request_wait_limit,
  headerTimeoutMs: settings.header_timeout * 1000,
  requestTimeoutMs: settings.request_timeout * 1000,
  keepAliveTimeoutMs: settings.keep_alive_timeout * 1000,
  sendTimeoutMs: settings.send_timeout * 1000,
  unsentBytesMax: settings.unsent_limit,
});

/** Builds the HTTP server of an app; the caller listens, and closes the server before the app. */
export function createHttpServer(app: App, tls?: { cert: string; key: string }): FastifyInstance {
  const { site, people, signIn, loadViewer, routes } = app.features;
  const settings = resolveSettings(app.settings, []);
  return createServer({
    routes,
    extend(server) {
      addExplorer(server, routes);
      addAvatars(server, people);
    },
    logger: app.logger,
    bodyLimitBytes: settings.request_body_limit,
    limits: limitsOf(settings),
    ...(tls === undefined ? {} : { tls }),
    readMoment: async () => momentOf(await site.current()),
    recallMoment(): Moment | undefined {
      const latest = site.latest();
      return latest === undefined ? undefined : momentOf(latest);
    },
    guardChange: (moment, check, change) => guardChange(app, moment, check, change),
    identify: async (request, access, moment) => loadViewer(await signIn.identify(request, access, moment.site)),
  });
}
