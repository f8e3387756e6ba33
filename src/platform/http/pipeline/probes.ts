// What monitors ask, beside the API and before anything else is looked at: whether the process lives, whether it can answer,
// and its metrics.
import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { waitAtMost } from '../../concurrency/deadline.ts';
import { DomainError, forbidden, methodNotAllowed, unavailable } from '../../errors.ts';
import type { Logger } from '../../watching/logger.ts';
import { writeRefusal } from '../answers/client-error.ts';
import { answerError } from '../answers/error-answer.ts';
import { jsonType } from '../answers/respond.ts';
import { connectionOf, requireEncryption } from '../routes/transport.ts';
import type { PlainHttp } from '../routes/transport.ts';

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
  logger: Logger;
  isStopping: () => boolean;
  readMoment: () => Promise<{ isPlainHttpAllowed: PlainHttp; trustedProxies: readonly string[] }>;
}

/** Answers the request if it is for a probe; false where it is for somebody else. */
export type AnswerProbe = (request: IncomingMessage, response: ServerResponse) => boolean;

const readyWithinMs = 2000;
const allow = 'OPTIONS, GET';

const status = (text: string): MetricsText => ({ type: jsonType, text: JSON.stringify({ status: text }) });

export function createProbes(options: ProbeOptions): AnswerProbe {
  const { monitoring } = options;
  if (monitoring === undefined) return () => false;
  const checkReady = shareOne(() => requireSoon(monitoring.requireReady()));
  const probes = new Map<string, (request: IncomingMessage) => Promise<MetricsText> | MetricsText>([
    ['/health', () => status('alive')],
    [
      '/ready',
      async () => {
        if (options.isStopping()) throw unavailable('the server is stopping');
        await checkReady();
        return status('ready');
      },
    ],
    [
      '/metrics',
      async (request) => {
        await requireMetricsReader(request, monitoring.metricsToken, options);
        return monitoring.renderMetrics();
      },
    ],
  ]);
  return (request, response) => {
    const { url = '', method = '' } = request;
    if (url.startsWith('/api/')) return false;
    const probe = probes.get(url.split('?')[0] ?? '');
    if (probe === undefined) return false;
    // A monitor that keeps its connection would hold up the stop.
    if (options.isStopping()) response.shouldKeepAlive = false;
    const answer = async (): Promise<void> => {
      if (method === 'OPTIONS') return void response.writeHead(200, { allow, 'cache-control': 'no-store' }).end();
      if (method !== 'GET' && method !== 'HEAD') {
        throw methodNotAllowed(`${method} is not possible here; use one of ${allow}`, allow);
      }
      const { type, text } = await probe(request);
      const head = { 'content-type': type, 'content-length': Buffer.byteLength(text), 'cache-control': 'no-store' };
      response.writeHead(200, { ...head, 'x-content-type-options': 'nosniff' }).end(text);
    };
    answer().catch((error: unknown) => {
      if (!(error instanceof DomainError)) options.logger.error({ err: error }, 'a probe failed');
      writeRefusal(request, response, answerError(error, { headers: request.headers, requestId: '' }));
    });
    return true;
  };
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
  { readMoment }: ProbeOptions,
): Promise<void> {
  if (metricsToken === '')
    throw forbidden('metrics are for who knows a token: have one set, with "tepal config set metrics_token -"');
  if (!isLocal(request)) {
    const { isPlainHttpAllowed, trustedProxies } = await readMoment();
    requireEncryption(connectionOf(request, trustedProxies), isPlainHttpAllowed);
  }
  const sent = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  if (timingSafeEqual(sha256(sent), sha256(metricsToken))) return;
  throw new DomainError('unauthenticated', 'send the value of metrics_token as "Authorization: Bearer …"', {
    headers: { 'www-authenticate': 'Bearer realm="Tepal metrics"' },
  });
}
