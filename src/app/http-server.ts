// The HTTP server of an app: what the pipeline asks of the site and the people, and what the features hand over to it.
import type { Server } from 'node:http';
import type { App } from './opened-app.ts';
import { nameLastingCredentials } from '../features/people/index.ts';
import { projectViewers } from '../features/projects/index.ts';
import type { Viewer } from '../features/projects/index.ts';
import type { Site } from '../features/site/index.ts';
import type { Writer } from '../platform/database/index.ts';
import { createPlainListener, createServer } from '../platform/http/index.ts';
import type { ArrivingLimits, HttpServer, ServerLimits, Snapshot } from '../platform/http/index.ts';
import type { Certificate } from '../platform/tls.ts';
import { createIdempotencyKeys } from '../platform/idempotency/index.ts';
import { countOpenJobs } from '../platform/jobs/index.ts';
import { createMetrics } from '../platform/observability/metrics.ts';
import type { Metrics, ProcessMetrics } from '../platform/observability/metrics.ts';
import { VersionConflictError } from '../platform/version-conflict.ts';
import { publicUrl, resolveSettings } from '../settings/index.ts';
import type { Settings } from '../settings/index.ts';

/** What the pipeline reads first of every request. */
interface SiteSnapshot extends Snapshot {
  site: Site;
}

/** Where pages answer over HTTPS; undefined where nobody has said that they do. */
function findHttpsUrl(settings: Settings, endsTls: boolean): string | undefined {
  const isSaid = endsTls || settings.sys_trusted_proxies.length > 0 || settings.public_url !== '';
  const url = publicUrl(settings);
  return isSaid && url.startsWith('https:') ? url : undefined;
}

const snapshotOf = (site: Site, endsTls: boolean, isFirstStart: boolean): SiteSnapshot => ({
  site,
  isPlainHttpAllowed: site.settings.sys_rest_api_over_http || (isFirstStart && 'nearby'),
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
    if (error instanceof VersionConflictError) await database.transact(async () => {});
    throw error;
  }
}

/** Throws VersionConflictError where the viewer may do something else by now than when they were loaded. */
async function requireSameRights({ database, features }: App, viewer: Viewer): Promise<void> {
  if (await features.site.isCurrent(viewer.site.version)) return;
  if (!(await projectViewers.hasSameRights(database, viewer))) throw new VersionConflictError();
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
export const createRedirectListener = (app: App, server: HttpServer): Server =>
  createPlainListener(server, limitsOf(resolveSettings(app.settings, [])), app.logger);

type ReadMetrics<M> = () => Promise<M>;

/** Brings together the processes that answer on one port: from what reads the metrics of this one, what reads those of all. */
export type ShareMetrics = (read: ReadMetrics<ProcessMetrics>) => ReadMetrics<readonly ProcessMetrics[]>;

const alone: ShareMetrics = (read) => async () => [await read()];

const ofCallers = {
  nameLastingCredentials,
  clientOf: ({ user }: Viewer, { address }: { address: string }) => (user === undefined ? address : String(user.id)),
  validUntilMs: (viewer: Viewer) => viewer.validUntilMs,
};

/** Builds the HTTP server of an app; the caller listens, and closes the server before the app. */
export function createHttpServer(app: App, tls?: Certificate, shareMetrics: ShareMetrics = alone): HttpServer {
  const { site, signIn, loadViewer, firstStart, parts } = app.features;
  const settings = resolveSettings(app.settings, []);
  const { serverMetrics } = app.features;
  const keys = createIdempotencyKeys(app.database, app.clock);
  let metrics: Promise<Metrics> | undefined;
  const loadMetrics = (): Promise<Metrics> =>
    (metrics ??= createMetrics({
      listMeters: () => serverMetrics.list(),
      databaseStats: () => app.database.stats(),
      jobStats: () => app.jobs.stats(),
      countOpenJobs: () => countOpenJobs(app.database.read),
      listFollowerStates: () => app.followers.listStates(),
      logger: app.logger,
    }));
  const readAll = shareMetrics(async () => (await loadMetrics()).read());
  return createServer({
    routes: parts.routes,
    streams: parts.streams,
    files: parts.files,
    pages: parts.pages,
    onClosing: () => parts.endings.forEach((end) => end()),
    logger: app.logger,
    bodyLimitBytes: settings.request_body_limit,
    limits: limitsOf(settings),
    stopGraceMs,
    ...(tls === undefined ? {} : { tls }),
    clock: app.clock,
    metrics: serverMetrics,
    traceAnswer: app.tracing?.traceAnswer,
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
    readDataVersion: () => app.database.readDataVersion(),
    ...ofCallers,
    readSnapshot: async () => snapshotOf(await site.current(), tls !== undefined, await firstStart.isOpen()),
    latestSnapshot(): SiteSnapshot | undefined {
      const latest = site.latest();
      return latest === undefined ? undefined : snapshotOf(latest, tls !== undefined, firstStart.wasOpen());
    },
    guardChange(snapshot, check, change) {
      const checkAll = async (): Promise<void> => {
        await site.requireCurrent(snapshot.site.version);
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
    seesMore: (reading, changing) => reading.isSuperUser && !changing.isSuperUser,
    retries: { keys, callerOf: ({ user }) => user?.id },
    identify: async (request, access, snapshot) => loadViewer(await signIn.identify(request, access, snapshot.site)),
  });
}
