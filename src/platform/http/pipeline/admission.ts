// The first step of the pipeline: what holds just now, over what connection a request comes, and whether that will do.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { runAsTask } from '../../concurrency/turns.ts';
import { invalid } from '../../errors.ts';
import { mayBeLong } from '../answers/arriving-bodies.ts';
import type { MarkAnswer } from '../answers/marks.ts';
import { meterOf, noteRoute } from '../answers/meters.ts';
import { isOpenedByNobody } from '../routes/page-request.ts';
import { connectionOf, isAdmitted, requireEncryption } from '../routes/transport.ts';
import type { Connection, PlainHttp } from '../routes/transport.ts';

/** What the product tells the pipeline about the moment; read once per request. */
export interface Admission {
  isPlainHttpAllowed: PlainHttp;
  /** Start of the address where pages answer over HTTPS, without a slash at its end; undefined where that is not known. */
  findHttpsUrl(): string | undefined;
  trustedProxies: readonly string[];
  /** Most that a page of a list may be long, in characters; by default any length. */
  pageBytesMax?: number;
  invalidCredentialsStatus: number;
}

/** Where moments come from. */
export interface Moments<Moment> {
  /** Reads what holds just now, such as live settings. */
  readMoment(): Promise<Moment>;
  /** The moment that was read last, without reading; `identify` throws StaleMomentError when it is over. */
  recallMoment(): Moment | undefined;
}

/** What the first step of the pipeline found out about a request. */
export interface Arrival<Moment> {
  connection: Connection;
  moment: Moment;
  /** Where the body may be long; held for every request it would keep collections of garbage busy. */
  response: ServerResponse | undefined;
}

type Admitted<Moment> = Omit<Arrival<Moment>, 'response'>;

export type Arrivals<Moment> = WeakMap<IncomingMessage, Arrival<Moment>>;

/** Reads the moment and refuses plain HTTP before anything else is looked at, credentials included. */
export function addAdmission<Moment extends Admission>(
  server: FastifyInstance,
  options: Moments<Moment>,
  markAnswer: MarkAnswer,
): Arrivals<Moment> {
  const arrivals: Arrivals<Moment> = new WeakMap();
  server.addHook('onRequest', async (request, reply) => {
    markAnswer(request, reply);
    noteRoute(reply.raw, meterOf(request));
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
      throw invalid('the header Host is missing; HTTP/1.1 requires it');
    }
    const isProven = request.routeOptions.config.provenMethods?.has(request.method) === true;
    const { connection, moment } = await runAsTask(
      () => (isProven ? admit : admitNow)(request, options),
      () => true,
      isRead(request),
    );
    const response = mayBeLong(request.raw) ? reply.raw : undefined;
    arrivals.set(request.raw, { connection, moment, response });
  });
  return arrivals;
}

/**
 * Takes the last known moment where it admits the request, because `identify` proves it current before anything is
 * answered; a refusal is never based on it.
 */
async function admit<Moment extends Admission>(
  request: FastifyRequest,
  options: Moments<Moment>,
): Promise<Admitted<Moment>> {
  const recalled = options.recallMoment();
  if (recalled !== undefined) {
    const connection = connectionOf(request, recalled.trustedProxies);
    if (isAdmitted(connection, recalled.isPlainHttpAllowed)) return { connection, moment: recalled };
  }
  return admitNow(request, options);
}

/** Reads the moment and refuses what it does not admit. */
export async function admitNow<Moment extends Admission>(
  request: FastifyRequest,
  options: Moments<Moment>,
): Promise<Admitted<Moment>> {
  const moment = await options.readMoment();
  const connection = connectionOf(request, moment.trustedProxies);
  requireEncryption(connection, moment.isPlainHttpAllowed, pageUrlOf(request, moment));
  return { connection, moment };
}

const isRead = ({ method }: { method: string }): boolean => method === 'GET' || method === 'HEAD';

/** Where a page, or data that somebody opens in a browser, is over HTTPS; undefined for what is neither, and where nobody knows. */
function pageUrlOf(
  { method, headers, originalUrl, routeOptions }: FastifyRequest,
  moment: Admission,
): string | undefined {
  const isForPerson = routeOptions.config.isPage === true || isOpenedByNobody(headers);
  const start = isRead({ method }) && isForPerson ? moment.findHttpsUrl() : undefined;
  return start === undefined ? undefined : start + originalUrl;
}
