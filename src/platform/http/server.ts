// The HTTP server: what listens, with the pipeline behind it.
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Server as TlsServer } from 'node:https';
import type { Clock } from '../clock.ts';
import type { Certificate } from '../tls.ts';
import type { Logger } from '../observability/logger.ts';
import type { ArrivingLimits } from './answers/arriving-bodies.ts';
import { createServerMetrics } from './answers/metrics.ts';
import type { ServerMetrics } from './answers/metrics.ts';
import { createApiEndpoints } from './endpoints/api.ts';
import type { Changes } from './endpoints/api.ts';
import { WaitingCaller } from './endpoints/caller.ts';
import type { CallerNeeds } from './endpoints/caller.ts';
import { fileEndpoint } from './endpoints/files.ts';
import type { FileRoute } from './endpoints/files.ts';
import { createIdempotentRetries } from './endpoints/idempotent-retries.ts';
import type { RetryOptions } from './endpoints/idempotent-retries.ts';
import { nowhereEndpoint, pagePaths } from './endpoints/pages.ts';
import type { PageRoute } from './endpoints/pages.ts';
import { probePaths } from './endpoints/probes.ts';
import type { Monitoring } from './endpoints/probes.ts';
import { streamPaths } from './endpoints/streams.ts';
import type { StreamRoute } from './endpoints/streams.ts';
import { createLongAnswers } from './limits/long-answers.ts';
import { createOverloadGuard } from './limits/overload.ts';
import type { OverloadGuard } from './limits/overload.ts';
import { createAdmission } from './pipeline/admit.ts';
import { createAuthentication } from './pipeline/authenticate.ts';
import type { Callers } from './pipeline/authenticate.ts';
import { Exchange } from './pipeline/exchange.ts';
import type { Endpoint, Snapshot, Snapshots } from './pipeline/exchange.ts';
import { createListener } from './pipeline/listener.ts';
import type { Handle, ServerLimits } from './pipeline/listener.ts';
import { createPipeline, retryOnConflict } from './pipeline/pipeline.ts';
import { createReceiving } from './pipeline/receive.ts';
import { createRouter } from './pipeline/router.ts';
import type { MetricsOf, Path } from './pipeline/router.ts';
import { apiPrefix } from './routes/route.ts';
import type { Route } from './routes/route.ts';
import { createRequestNames } from './routes/transport.ts';

/** Told of a request when it comes; `route` gives the pattern that it reached, empty where it reached none. */
export type TraceAnswer = (request: IncomingMessage, response: ServerResponse, route: () => string) => void;

export interface ServerOptions<Viewer, S extends Snapshot>
  extends Snapshots<S>, Callers<Viewer, S>, Changes<Viewer, S> {
  /** Of the API. */
  routes: readonly Route<Viewer>[];
  streams?: readonly StreamRoute<Viewer>[];
  files?: readonly FileRoute[];
  pages?: readonly PageRoute<Viewer>[];
  logger: Logger;
  /** Without it the header Idempotency-Key is not looked at. */
  retries?: RetryOptions<Viewer>;
  /** No route takes more. */
  bodyLimitBytes: number;
  limits: ServerLimits & ArrivingLimits;
  /** How long a stop waits for answers that stream; then their connections are closed. */
  stopGraceMs: number;
  /** Called when the server begins to close. */
  onClosing?(): void;
  tls?: Certificate;
  clock: Clock;
  /** Counted up here. */
  metrics?: ServerMetrics;
  /** Without it there is nothing at the paths that monitors ask. */
  monitoring?: Monitoring;
  /** Told of each request when it comes. */
  traceAnswer?: TraceAnswer | undefined;
}

export interface HttpServer {
  readonly server: Server | TlsServer;
  /** For requests that come in by another door. */
  readonly handle: Handle;
  /** Gives the address, such as `http://127.0.0.1:8080`. Rejects with what the system says, such as EADDRINUSE. */
  listen(place: { host: string; port: number; backlog?: number }): Promise<string>;
  /** Takes no new connection; resolves when requests under way have their answer, or were streamed for `stopGraceMs`. */
  close(): Promise<void>;
}

/** Paths of the API, its second addresses, and those that have no method of their own. */
function apiPaths<Viewer, S extends Snapshot>(
  options: ServerOptions<Viewer, S>,
  needs: CallerNeeds<Viewer, S>,
  metricsOf: MetricsOf,
): Path<Viewer, S>[] {
  const all = createApiEndpoints({
    ...options,
    retries: createIdempotentRetries(options.retries, options.clock),
    metricsOf,
    callerOf: (exchange) => new WaitingCaller(exchange, needs),
  });
  const placed = all.flatMap(({ route, endpoint }) =>
    [endpoint.url, ...(route.alsoAt === undefined ? [] : [route.alsoAt])].map((url) => ({ url, route, endpoint })),
  );
  const paths = [...Map.groupBy(placed, ({ url }) => url)].map(([url, routes]): Path<Viewer, S> => {
    const endpoints = new Map(
      routes.map(({ route, endpoint }): [string, Endpoint<Viewer, S>] => [route.method, endpoint]),
    );
    if (endpoints.size < routes.length) throw new Error(`two routes have the same method at ${url}`);
    return { url, endpoints };
  });
  const bare = new Set(options.routes.flatMap(({ optionsAt = [] }) => optionsAt));
  return [...paths, ...[...bare].map((url) => ({ url: apiPrefix + url, endpoints: new Map<string, never>() }))];
}

function createHandle<Viewer, S extends Snapshot>(
  options: ServerOptions<Viewer, S>,
  overload: OverloadGuard,
  { isClosing, watch }: { isClosing: () => boolean; watch: (response: ServerResponse) => void },
): { handle: Handle; close: () => void } {
  const { logger, limits, metrics = createServerMetrics(), clock, traceAnswer } = options;
  const metricsOf: MetricsOf = (method, url) => metrics.of(method, url);
  const needs = { callers: options, snapshots: options, overload };
  const { pages = [], files = [], streams = [] } = options;
  const paths = [
    ...apiPaths(options, needs, metricsOf),
    ...probePaths<Viewer, S>({ ...options, monitoring: options.monitoring, isClosing, metricsOf }),
    ...files.map((file) => fileEndpoint<Viewer, S>(file, metricsOf)),
    ...streamPaths(streams, { ...needs, changeAs: options.changeAs, metricsOf }),
    ...pagePaths(pages, needs, metricsOf),
  ];
  const { receive, close } = createReceiving<Viewer, S>(options, overload, limits, (exchange, work) =>
    retryOnConflict(exchange.snapshot, () => options.readSnapshot(), work),
  );
  const answer = createPipeline<Viewer, S>(
    {
      route: createRouter(paths, metricsOf),
      admit: createAdmission(options, overload, logger),
      receive,
      authenticate: createAuthentication(options, clock),
    },
    { overload, logger, isClosing, watch },
  );
  const nowhere = nowhereEndpoint(pages, needs, metricsOf);
  const nameRequest = createRequestNames(() => options.latestSnapshot()?.trustedProxies ?? []);
  return {
    close,
    handle(request, response) {
      const exchange = new Exchange(request, response, nameRequest(request), nowhere);
      traceAnswer?.(request, response, () => exchange.endpoint.url);
      answer(exchange);
    },
  };
}

/** Builds the server; the caller listens and closes. Throws at once when two routes claim one path and method. */
export function createServer<Viewer, S extends Snapshot>(options: ServerOptions<Viewer, S>): HttpServer {
  const { limits, logger, tls, stopGraceMs } = options;
  const overload = createOverloadGuard(limits);
  const longAnswers = createLongAnswers();
  let isClosing = false;
  const { handle, close } = createHandle(options, overload, { isClosing: () => isClosing, watch: longAnswers.watch });
  const server = createListener(handle, { limits, logger, tls });
  return {
    server,
    handle,
    async listen({ host, port, backlog }) {
      server.listen({ host, port, ...(backlog === undefined ? {} : { backlog }) });
      await once(server, 'listening');
      const address = server.address();
      const bound = typeof address === 'object' && address !== null ? address.port : port;
      const base = `${tls === undefined ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${bound}`;
      logger.info(`Server listening at ${base}`);
      return base;
    },
    async close() {
      isClosing = true;
      options.onClosing?.();
      close();
      if (!server.listening) return;
      const end = longAnswers.endAfter(server, stopGraceMs);
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      await closed;
      end();
    },
  };
}
