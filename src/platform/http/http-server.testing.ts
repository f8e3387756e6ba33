// A server of the pipeline alone, for tests.
import { systemClock } from '../clock.ts';
import { createLogger } from '../observability/logger.ts';
import { createServer } from './server.ts';
import type { HttpServer, ServerOptions } from './server.ts';
import type { Snapshot } from './pipeline/exchange.ts';

const long = 600_000;

export const testLimits = {
  connectionsMax: 100,
  requestsMax: 100,
  waitMaxMs: 10_000,
  headerTimeoutMs: 10_000,
  requestTimeoutMs: 10_000,
  keepAliveTimeoutMs: long,
  sendTimeoutMs: long,
  unsentBytesMax: 100_000_000,
  bodyTimeoutMs: 10_000,
  bodiesMaxBytes: 1_000_000,
};

/** Plain HTTP is fine, and nobody is a proxy. */
export const openSnapshot: Snapshot = {
  isPlainHttpAllowed: true,
  findHttpsUrl: () => undefined,
  trustedProxies: [],
  invalidCredentialsStatus: 401,
};

type Needed = 'routes' | 'identify';

/** Answers by the routes, for whoever `identify` says; nothing is cached, and changes simply run. */
export const createTestServer = <Viewer>(
  options: Partial<ServerOptions<Viewer, Snapshot>> & Pick<ServerOptions<Viewer, Snapshot>, Needed>,
): HttpServer =>
  createServer<Viewer, Snapshot>({
    logger: createLogger('silent'),
    readSnapshot: async () => openSnapshot,
    latestSnapshot: () => openSnapshot,
    readDataVersion: () => undefined,
    guardChange: (_snapshot, _check, change) => change(),
    changeAs: (_viewer, change) => change(),
    clientOf: () => 'somebody',
    validUntilMs: () => undefined,
    clock: systemClock,
    bodyLimitBytes: 10_000,
    limits: testLimits,
    stopGraceMs: 10_000,
    ...options,
  });
