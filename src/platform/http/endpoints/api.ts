// Routes of the API as endpoints: JSON and XML in and out, preconditions, and changes by who has the right by the time that they write.
import { createSemaphore } from '../../concurrency/semaphore.ts';
import { finishNow, requireWanted, runInSlices } from '../../concurrency/time-slices.ts';
import type { Steps } from '../../concurrency/time-slices.ts';
import { freeBytes } from '../../memory/free-bytes.ts';
import type { KeyedRequest } from '../../idempotency/index.ts';
import { bodyMaxBytesOf } from '../answers/body-limit.ts';
import { createCompress } from '../answers/compression.ts';
import { parseEntityTags } from '../answers/preconditions.ts';
import type { Ready } from '../answers/send.ts';
import { createResponder } from '../answers/respond.ts';
import { isLongBody, readBody, requirePercentEncoding } from '../formats/body.ts';
import { chooseErrorFormat, chooseFormat, requireAcceptable } from '../formats/negotiation.ts';
import type { Answer, BoundRoute, Caller, Route } from '../routes/route.ts';
import type { Callers } from '../pipeline/authenticate.ts';
import { createChangeGuard } from './guard.ts';
import type { Endpoint, Exchange, Snapshot, Step } from '../pipeline/exchange.ts';
import { takesKeys } from './idempotent-retries.ts';
import type { IdempotentRetries } from './idempotent-retries.ts';
import type { MetricsOf } from '../pipeline/router.ts';
import { listAllowed } from '../pipeline/router.ts';
import { createExplanation } from './explanation.ts';

/** How the product carries out changes. */
export interface Changes<Viewer, S> {
  /** Runs `change` so that `check`, which throws where it must not happen, holds for the very state that is changed. */
  guardChange(snapshot: S, check: () => Promise<void>, change: () => Promise<Answer>): Promise<Answer>;
  /**
   * Runs `change`, which fails with VersionConflictError where the viewer's rights are others by the time that it writes, and
   * claims the key, if there is one, together with what it writes.
   */
  changeAs<R>(viewer: Viewer, change: () => Promise<R>, keyed?: KeyedRequest): Promise<R>;
  /**
   * Whether somebody sees more while reading than while changing: what their GET shows and their change does not find is then
   * refused as forbidden.
   */
  seesMore?(reading: Viewer, changing: Viewer): boolean;
}

export interface ApiOptions<Viewer, S extends Snapshot> extends Changes<Viewer, S>, Callers<Viewer, S> {
  routes: readonly Route<Viewer>[];
  /** No route takes more. */
  bodyLimitBytes: number;
  retries: IdempotentRetries<Viewer> | undefined;
  metricsOf: MetricsOf;
  callerOf(exchange: Exchange<Viewer, S>): Caller<Viewer>;
}

/** What is read of a body takes many times its bytes until it is decoded. Of two a shorter one need not wait for a very long one. */
const longBodiesAtOnceMax = 2;
const longBodies = createSemaphore({ parallel: longBodiesAtOnceMax });

/** Reads the body and decodes it. */
function* bind<Viewer>(
  route: Route<Viewer>,
  bytes: Buffer | undefined,
  contentType: string | undefined,
): Steps<BoundRoute<Viewer>> {
  const { body, source } = yield* readBody(bytes, contentType, route.body !== undefined);
  return yield* route.take(body, source);
}

type ApiSteps<Viewer, S extends Snapshot> = Pick<
  Endpoint<Viewer, S>,
  'negotiate' | 'readBody' | 'checkPreconditions' | 'handle' | 'respond'
>;

/** A long body is read in turns with the work of others, and freed where nobody needs its bytes afterwards. */
const readBodyBy =
  <Viewer, S extends Snapshot>(route: Route<Viewer>, keepsBytes: boolean): Step<Viewer, S> =>
  (exchange) => {
    const { bytes, facts, bound } = exchange;
    requirePercentEncoding(facts.url, 'address');
    if (bound !== undefined) return undefined;
    const work = bind(route, bytes, facts.headers['content-type']?.toString());
    if (!isLongBody(bytes)) return void (exchange.bound = finishNow(work));
    return longBodies
      .run(async () => runInSlices(work))
      .then((taken) => {
        exchange.bound = taken;
        if (!keepsBytes) freeBytes(bytes);
      });
  };

/** The guard of If-Match, and the key by which a client may send its request again. */
function checkBy<Viewer, S extends Snapshot>(
  route: Route<Viewer>,
  options: ApiOptions<Viewer, S>,
): Step<Viewer, S> | undefined {
  const retries = takesKeys(route) ? options.retries : undefined;
  const guardOf = createChangeGuard(route, options.routes, options);
  if (retries === undefined && guardOf === undefined) return undefined;
  return async (exchange) => {
    const { facts, viewer, bytes, snapshot, params, query, bound } = exchange;
    const finding = retries?.find(viewer, facts, bytes);
    exchange.keyed = finding && (await runInSlices(finding));
    const ifMatch = facts.headers['if-match']?.toString();
    if (exchange.keyed !== undefined || ifMatch === undefined || guardOf === undefined) return;
    parseEntityTags(ifMatch);
    const address = { params, query: bound?.guardQuery(query) ?? query };
    exchange.guard = await guardOf({ request: facts, address, snapshot }, ifMatch);
  };
}

function handleBy<Viewer, S extends Snapshot>(
  route: Route<Viewer>,
  respond: (exchange: Exchange<Viewer, S>, answer: Answer) => Ready | Promise<Ready>,
  options: ApiOptions<Viewer, S>,
): Step<Viewer, S> {
  const { changeAs, guardChange, retries } = options;
  const explain = createExplanation(route, options.routes, options);
  const isChange = route.method !== 'GET' && route.access !== 'public' && !route.hasOwnGuard;
  const change = async (exchange: Exchange<Viewer, S>): Promise<void> => {
    const { viewer, snapshot, keyed, guard, params, query, facts, bound } = exchange;
    const caller = options.callerOf(exchange);
    const address = { params, query: bound?.guardQuery(query) ?? query };
    const run = (): Promise<Answer> =>
      explain({ request: facts, address, viewer, snapshot }, async () => start(exchange, caller));
    if (keyed !== undefined && retries !== undefined)
      exchange.ready = await retries.answerOnce(keyed, async () =>
        respond(exchange, await changeAs(viewer, run, keyed)),
      );
    else if (guard !== undefined) exchange.answer = await guardChange(snapshot, guard, run);
    else exchange.answer = await (isChange ? changeAs(viewer, run) : run());
  };
  const start = (exchange: Exchange<Viewer, S>, caller: Caller<Viewer>): Answer | Promise<Answer> => {
    const { bound, params, query, viewer, facts } = exchange;
    if (bound === undefined) throw new Error('a route is run with its body');
    return bound.run({ params, query }, viewer, facts, caller);
  };
  if (route.method !== 'GET') return change;
  return (exchange) => {
    const answer = start(exchange, options.callerOf(exchange));
    if (!(answer instanceof Promise)) return void (exchange.answer = answer);
    return answer.then((given) => void (exchange.answer = given));
  };
}

function stepsOf<Viewer, S extends Snapshot>(
  route: Route<Viewer>,
  allow: string,
  options: ApiOptions<Viewer, S>,
): ApiSteps<Viewer, S> {
  const serialize = createResponder(route, allow);
  const compress = createCompress(route);
  const respond = (exchange: Exchange<Viewer, S>, answer: Answer): Ready | Promise<Ready> =>
    serialize(exchange.facts, answer, exchange.snapshot.pageBytesMax);
  const finish = (exchange: Exchange<Viewer, S>, ready: Ready): Promise<void> | void => {
    const packed = compress(exchange.facts.headers, ready);
    if (!(packed instanceof Promise)) return void (exchange.ready = packed);
    return packed.then((done) => void (exchange.ready = done));
  };
  const choose = route.produces === undefined ? chooseFormat : chooseErrorFormat;
  const checkPreconditions = checkBy(route, options);
  return {
    negotiate({ facts }) {
      const accept = facts.headers['accept']?.toString();
      if (route.produces !== undefined) requireAcceptable(accept, route.produces);
      facts.format = choose(accept);
      facts.keyScopes = route.keyScopes;
    },
    readBody: readBodyBy(route, takesKeys(route)),
    ...(checkPreconditions === undefined ? {} : { checkPreconditions }),
    handle: handleBy(route, respond, options),
    respond(exchange) {
      requireWanted();
      const ready = exchange.ready ?? respond(exchange, exchange.answer);
      if (!(ready instanceof Promise)) return finish(exchange, ready);
      return ready.then((done) => finish(exchange, done));
    },
  };
}

/** The endpoints of all routes below a base, with the paths that have no method of their own. */
export function createApiEndpoints<Viewer, S extends Snapshot>(
  options: ApiOptions<Viewer, S>,
): { route: Route<Viewer>; endpoint: Endpoint<Viewer, S> }[] {
  const byUrl = Map.groupBy(options.routes, ({ url }) => url);
  return options.routes.map((route) => {
    const allow = listAllowed((byUrl.get(route.url) ?? []).map(({ method }) => method));
    const { refusalHeaders } = route;
    return {
      route,
      endpoint: {
        url: `/api${route.url}`,
        metrics: options.metricsOf(route.method, `/api${route.url}`),
        access: route.access,
        bodyMaxBytes: Math.min(bodyMaxBytesOf(route), options.bodyLimitBytes),
        givesWay: route.givesWay === true,
        isCacheable: route.method === 'GET' && route.keyScopes === undefined,
        isChange: () => true,
        ...stepsOf(route, allow, options),
        ...(refusalHeaders === undefined ? {} : { refusalHeaders: ({ viewer }) => refusalHeaders(viewer) }),
      },
    };
  });
}
