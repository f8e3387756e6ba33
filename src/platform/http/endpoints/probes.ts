// What monitors ask, beside the API: whether the process lives, whether it can answer, and its metrics.
import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { waitAtMost } from '../../concurrency/deadline.ts';
import { DomainError, forbidden, unavailable } from '../../errors.ts';
import { readyOf } from '../answers/send.ts';
import { jsonType } from '../answers/respond.ts';
import { connectionOf, requireEncryption } from '../routes/transport.ts';
import type { MetricsOf, Path } from '../pipeline/router.ts';
import type { Endpoint, Snapshot } from '../pipeline/exchange.ts';

/** A text with its media type. */
export interface MetricsText {
  type: string;
  text: string;
}

/** What the product tells monitors. */
export interface Monitoring {
  /** Throws where requests can't be answered. */
  requireReady: () => Promise<void>;
  /** What a reader of metrics has to send; where it is empty, nobody reads them. */
  metricsToken: string;
  renderMetrics: () => Promise<MetricsText>;
}

interface ProbeOptions {
  /** Without it there is no probe. */
  monitoring: Monitoring | undefined;
  isClosing(): boolean;
  readSnapshot(): Promise<Snapshot>;
  metricsOf: MetricsOf;
}

const readyWithinMs = 2000;

const status = (text: string): MetricsText => ({ type: jsonType, text: JSON.stringify({ status: text }) });

/** They answer over any connection, whatever the load is. */
export function probePaths<Viewer, S extends Snapshot>(options: ProbeOptions): Path<Viewer, S>[] {
  const { monitoring, metricsOf } = options;
  if (monitoring === undefined) return [];
  const checkReady = shareOne(() => requireSoon(monitoring.requireReady()));
  const probe = (
    url: string,
    ask: (request: IncomingMessage) => Promise<MetricsText> | MetricsText,
  ): Path<Viewer, S> => {
    const endpoint: Endpoint<Viewer, S> = {
      url,
      metrics: metricsOf('GET', url),
      access: undefined,
      isProbe: true,
      isChange: () => false,
      async handle(exchange) {
        const { type, text } = await ask(exchange.request);
        exchange.ready = readyOf(200, { 'content-type': type, 'cache-control': 'no-store' }, text);
      },
    };
    return { url, endpoints: new Map([['GET', endpoint]]) };
  };
  return [
    probe('/health', () => status('alive')),
    probe('/ready', async () => {
      if (options.isClosing()) throw unavailable('the server is stopping');
      await checkReady();
      return status('ready');
    }),
    probe('/metrics', async (request) => {
      await requireMetricsReader(request, monitoring.metricsToken, options);
      return monitoring.renderMetrics();
    }),
  ];
}

/** However many ask at a time, one check runs. */
function shareOne(check: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () =>
    (running ??= check().finally(() => {
      running = undefined;
    }));
}

async function requireSoon(ready: Promise<void>): Promise<void> {
  try {
    await waitAtMost(readyWithinMs, ready, 'the database does not answer in time');
  } catch (error) {
    throw error instanceof DomainError ? error : unavailable('the database does not answer', error);
  }
}

const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'x-real-ip', 'via'];

/**
 * Whether the request seems to be sent by a program of this machine. A proxy here may pass for one, so this allows plain HTTP and
 * proves nobody.
 */
const isLocal = ({ socket, headers }: IncomingMessage): boolean =>
  /^(?:::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '') &&
  forwardingHeaders.every((name) => headers[name] === undefined);

const sha256 = (text: string): Uint8Array => hash('sha256', text, 'buffer');

async function requireMetricsReader(
  request: IncomingMessage,
  metricsToken: string,
  { readSnapshot }: ProbeOptions,
): Promise<void> {
  if (metricsToken === '') throw forbidden('metrics require a token; set one with "tepal config set metrics_token -"');
  if (!isLocal(request)) {
    const { isPlainHttpAllowed, trustedProxies } = await readSnapshot();
    requireEncryption(connectionOf(request, trustedProxies), isPlainHttpAllowed);
  }
  const sent = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  if (timingSafeEqual(sha256(sent), sha256(metricsToken))) return;
  throw new DomainError('unauthenticated', 'send the value of metrics_token as "Authorization: Bearer …"', {
    headers: { 'www-authenticate': 'Bearer realm="Tepal metrics"' },
  });
}
