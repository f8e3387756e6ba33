// The HTTP server and the life of every request: transport check, route, negotiation, authentication, decoding,
// handler, serialisation. No other place does any of these steps.
import { fastify, LogController } from 'fastify';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest, RawServerDefault } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { DomainError, notFound, tooLarge, withHeaders } from '../../errors.ts';
import { says } from '../../texts/said.ts';
import { freeBytes } from '../../memory/free-bytes.ts';
import { createSemaphore } from '../../concurrency/semaphore.ts';
import { finishNow, giveWay, requireWanted, runAsTask, runInTurns, workFor } from '../../concurrency/turns.ts';
import type { Steps } from '../../concurrency/turns.ts';
import { addAdmission, admitNow } from './admission.ts';
import type { Admission, Arrivals } from './admission.ts';
import { apiPrefix, dropVersion } from '../routes/api-path.ts';
import { createArrivingBodies } from '../answers/arriving-bodies.ts';
import { bodyMaxBytesOf, smallBodyMaxBytes } from '../answers/body-limit.ts';
import { isLongBody, readBody, requirePercentEncoding } from '../formats/body.ts';
import { refuseConnection } from '../answers/client-error.ts';
import { createCompress } from '../answers/compression.ts';
import { createChangeGuard } from './guard.ts';
import { createExplanation } from './shown-things.ts';
import { createListener } from './listener.ts';
import { boundLongAnswers, goneSignal } from '../limits/long-answers.ts';
import { meterOf, meterRoutes } from '../answers/meters.ts';
import { addPath, createShadowSearch, listAllowed, watchPaths } from '../routes/methods.ts';
import { chooseErrorFormat, chooseFormat, requireAcceptable } from '../formats/negotiation.ts';
import { createMarker, headersOfAll, isTls, withoutHsts } from '../answers/marks.ts';
import { runAtOneMoment } from './one-moment.ts';
import { createOverloadGuard } from '../limits/overload.ts';
import type { OverloadGuard } from '../limits/overload.ts';
import { parseEntityTags } from '../answers/preconditions.ts';
import { createProbes } from './probes.ts';
import { createRepeats, takesKeys } from './repeats.ts';
import type { Repeats } from './repeats.ts';
import { createRequestNames } from './request-names.ts';
import { createResponder, freeOnceSent, sendReady } from '../answers/respond.ts';
import type { Ready } from '../answers/respond.ts';
import { factsOf } from '../routes/route.ts';
import type { Answer, AnswerStream, BoundRoute, Caller, Route } from '../routes/route.ts';
import { nameForLog, sendError } from './send-error.ts';
import { createServerStats } from './server-options.ts';
import type { ServerOptions } from './server-options.ts';
import { createShortWay } from './short-way.ts';
import { sendStream } from '../answers/stream-answer.ts';
import { createStreamRunner } from './stream-runner.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether people look at it in a browser, which over plain HTTP is sent to HTTPS. */
    isPage?: boolean;
    /** See StreamRoute. */
    refusesInText?: boolean;
  }
}

/** Routes are checked and answered by code of our own; what Fastify would bring for it is not loaded. */
const refuseToCompile = () => {
  throw new Error('routes hand no schemas to Fastify');
};
const noCompilers = { buildValidator: refuseToCompile, buildSerializer: refuseToCompile };

/** Builds the server; the caller listens and closes. Throws at once when two routes claim one path and method. */
export function createServer<Viewer, Moment extends Admission>(
  options: ServerOptions<Viewer, Moment>,
): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = options.logger;
  const markAnswer = createMarker(headersOfAll(options));
  const { clock, limits, logger, tls, stats = createServerStats() } = options;
  const nameRequest = createRequestNames(() => options.recallMoment()?.trustedProxies ?? []);
  const overload = createOverloadGuard(limits);
  let isClosing = false;
  const send = (response: ServerResponse, ready: Ready, requestId: string): void => {
    // A client that keeps its connection would hold up the stop after its answer.
    if (isClosing) response.shouldKeepAlive = false;
    sendReady(response, ready, requestId);
  };
  const goShort = createShortWay({
    ...options,
    overload,
    meters: stats.meters,
    always: alwaysOf(options),
    answer(request, response, ready) {
      freeOnceSent(response, ready);
      send(response, withoutHstsOverPlainHttp(request, tls, ready), nameRequest(request));
    },
  });
  const { monitoring, readMoment } = options;
  const answerProbe = createProbes({ monitoring, logger, readMoment, isStopping: () => isClosing });
  const server: FastifyInstance = fastify<RawServerDefault>({
    serverFactory: (handle) =>
      createListener((request, response) => goShort(request, response, () => handle(request, response)), {
        limits,
        overload,
        logger,
        tls,
        answerProbe,
      }),
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: nameRequest,
    childLoggerFactory: (logger) => logger,
    rewriteUrl: dropVersion,
    schemaController: { compilersFactory: noCompilers },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    requestIdHeader: false,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: refuseConnection,
    frameworkErrors: (error, request, reply) => void sendError(error, request, markAnswer(request, reply)),
  });
  server.removeAllContentTypeParsers();
  const findRefusal = watchPaths(server);
  meterRoutes(server, stats.meters);
  const arrivals = addAdmission(server, options, markAnswer);
  addBodyReading(server, options, arrivals, overload);
  server.addHook('preClose', async () => {
    isClosing = true;
  });
  server.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
  const watch = boundLongAnswers(server, options.stopGraceMs);
  const answering = { ...options, arrivals, send, overload, watch, once: createRepeats(options.repeats, clock) };
  addPaths(server, answering);
  options.extend?.(server, createStreamRunner(options, arrivals, overload));
  answerFailures(server, arrivals, findRefusal);
  return server;
}

function answerFailures<Moment extends Admission>(
  server: FastifyInstance,
  arrivals: Arrivals<Moment>,
  findRefusal: ReturnType<typeof watchPaths>,
): void {
  const fail = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    sendError(error, request, reply, arrivals.get(request.raw)?.moment.invalidCredentialsStatus);
  server.setNotFoundHandler((request, reply) => {
    const [path, asked] = [request.url, request.originalUrl].map((url) => url.split('?')[0] ?? '');
    return fail(findRefusal(request.method, path ?? '') ?? notFound(`there is nothing at ${asked}`), request, reply);
  });
  server.setErrorHandler(fail);
}

/** Reads bodies as far as their route takes them; a long one from those alone who prove who they are. */
function addBodyReading<Viewer, Moment extends Admission>(
  server: FastifyInstance,
  options: ServerOptions<Viewer, Moment>,
  arrivals: Arrivals<Moment>,
  overload: OverloadGuard,
): void {
  const bodies = createArrivingBodies(options.limits);
  server.addHook('onClose', async () => bodies.close());
  server.addContentTypeParser('*', async (request: FastifyRequest): Promise<Buffer | undefined> => {
    const arrival = arrivals.get(request.raw);
    if (request.is404 || arrival === undefined) return undefined;
    const { method, routeOptions } = request;
    const maxBytes = routeOptions.config.bodyMaxBytes?.get(method) ?? smallBodyMaxBytes;
    const body = await bodies.collect(request.raw, arrival.response, {
      maxBytes,
      tooLarge: () =>
        tooLarge(
          says(
            'body.too-large',
          )`the body exceeds the limit of ${maxBytes} bytes for ${method} ${routeOptions.url ?? ''}`,
        ),
      async admitLong() {
        const facts = factsOf(request, arrival.connection, 'json', routeOptions.config.keyScopes?.get(method));
        const readAgain = async (): Promise<Moment> => (await admitNow(request, options)).moment;
        await runAtOneMoment(arrival.moment, readAgain, (at) => options.identify(facts, 'signed-in', at));
      },
    });
    // Its bytes may have come long after its headers.
    const refusal = overload.findRefusal();
    if (refusal !== undefined) throw refusal;
    return body;
  });
}

interface Answering<Viewer, Moment extends Admission> extends ServerOptions<Viewer, Moment> {
  arrivals: Arrivals<Moment>;
  overload: OverloadGuard;
  watch: ReturnType<typeof boundLongAnswers>;
  once: Repeats<Viewer> | undefined;
  send(response: ServerResponse, ready: Ready, requestId: string): void;
}

function addPaths<Viewer, Moment extends Admission>(server: FastifyInstance, options: Answering<Viewer, Moment>): void {
  const byUrl = Map.groupBy(options.routes, (route) => apiPrefix + route.url);
  const methodsByUrl = new Map([...byUrl].map(([url, routes]) => [url, routes.map((route) => route.method)]));
  const findShadowing = createShadowSearch(methodsByUrl);
  for (const [url, routes] of byUrl) {
    const path = { allow: listAllowed(methodsByUrl.get(url) ?? []), routes };
    const handlers = new Map(routes.map((route) => [route.method, createHandler(route, path, options)]));
    if (handlers.size < routes.length) throw new Error(`two routes have the same method at ${url}`);
    const limitOf = (route: Route<Viewer>): number => Math.min(bodyMaxBytesOf(route), options.bodyLimitBytes);
    const bodyMaxBytes = new Map<string, number>(routes.map((route) => [route.method, limitOf(route)]));
    const keyScopes = new Map(
      routes.flatMap(({ method, keyScopes: scopes }) => (scopes === undefined ? [] : [[method, scopes]])),
    );
    addPath(server, url, handlers, findShadowing(url), { bodyMaxBytes, keyScopes });
    for (const also of new Set(routes.flatMap(({ alsoAt = [] }) => alsoAt)))
      addPath(server, also, handlers, [], { bodyMaxBytes, keyScopes });
    for (const bare of new Set(routes.flatMap(({ optionsAt = [] }) => optionsAt)))
      addPath(server, apiPrefix + bare, new Map());
  }
}

/** What became of a request. */
interface Outcome<Viewer> {
  viewer: Viewer;
  answer: Answer;
  /** The answer as it goes out, where it was prepared before. */
  prepared?: Ready;
}

/** What is read of a body takes many times its bytes until it is decoded. Of two a shorter one need not wait for a very long one. */
const longBodiesAtOnceMax = 2;
const longBodies = createSemaphore({ parallel: longBodiesAtOnceMax });

/** Reads the body and decodes it. */
function* bind<Viewer>(route: Route<Viewer>, { headers, body: bytes }: FastifyRequest): Steps<BoundRoute<Viewer>> {
  const { body, source } = yield* readBody(bytes, headers['content-type'], route.body !== undefined);
  return yield* route.take(body, source);
}

/** A long body takes turns with the work of others. */
function takeBody<Viewer>(
  route: Route<Viewer>,
  request: FastifyRequest,
): BoundRoute<Viewer> | Promise<BoundRoute<Viewer>> {
  const work = bind(route, request);
  return isLongBody(request.body) ? longBodies.run(async () => runInTurns(work)) : finishNow(work);
}

/** What a handler may ask of who called. */
const callerOf = <Viewer>(
  reply: FastifyReply,
  { waitIdle }: OverloadGuard,
  callerNow: () => Promise<Viewer>,
): Caller<Viewer> => ({ callerNow, callerGone: () => goneSignal(reply.raw), waitIdle });

/** Refusals of the work have the headers that the route wants there. */
async function refuseWith<Viewer, R>(
  { refusalHeaders }: Pick<Route<Viewer>, 'refusalHeaders'>,
  viewer: Viewer,
  work: () => Promise<R>,
): Promise<R> {
  if (refusalHeaders === undefined) return work();
  try {
    return await work();
  } catch (error) {
    throw error instanceof DomainError ? withHeaders(error, await refusalHeaders(viewer)) : error;
  }
}

const withoutHstsOverPlainHttp = (request: IncomingMessage, tls: unknown, ready: Ready): Ready =>
  tls === undefined || isTls(request) ? ready : withoutHsts(ready);

const alwaysOf = (options: { tls?: unknown }): string[] => Object.entries(headersOfAll(options)).flat();

function createHandler<Viewer, Moment extends Admission>(
  route: Route<Viewer>,
  path: { allow: string; routes: readonly Route<Viewer>[] },
  options: Answering<Viewer, Moment>,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const { arrivals, send, overload, watch, tls } = options;
  const once = takesKeys(route) ? options.once : undefined;
  const respond = createResponder(route, path.allow, alwaysOf(options));
  const compress = createCompress(route);
  const guardOf = createChangeGuard(route, path.routes, options);
  const explain = createExplanation(route, options.routes, options);
  const isChange = route.method !== 'GET' && route.access !== 'public' && !route.hasOwnGuard;
  return async (request, reply) => {
    const arrival = arrivals.get(request.raw);
    if (arrival === undefined) throw new Error('a request reached its handler without admission');
    if (route.produces !== undefined) requireAcceptable(request.headers.accept, route.produces);
    const format = (route.produces === undefined ? chooseFormat : chooseErrorFormat)(request.headers.accept);
    const facts = factsOf(request, arrival.connection, format, route.keyScopes);
    const readAgain = async (): Promise<Moment> => {
      const again = await admitNow(request, options);
      arrivals.set(request.raw, { ...arrival, ...again });
      return again.moment;
    };
    let bound: BoundRoute<Viewer> | undefined;
    const work = async (moment: Moment): Promise<Outcome<Viewer>> => {
      if (route.givesWay === true) await giveWay();
      route.foresee?.(request.params, facts);
      const viewer = await options.identify(facts, route.access, moment);
      await workFor(options.clientOf(viewer, facts));
      return refuseWith(route, viewer, () => workAs(viewer, moment));
    };
    const workAs = async (viewer: Viewer, moment: Moment): Promise<Outcome<Viewer>> => {
      requirePercentEncoding(facts.url, 'address');
      const taken = (bound ??= await takeBody(route, request));
      const identify = (at: Moment): Promise<Viewer> => options.identify(facts, route.access, at);
      const caller = callerOf(reply, overload, () => runAtOneMoment(moment, readAgain, identify));
      const address = { params: request.params, query: taken.guardQuery(request.query) };
      const guard = guardOf?.({ request: facts, address, moment });
      const asked = { request: facts, address, viewer, moment };
      const run = (): Promise<Answer> => explain(asked, () => taken.run(request, viewer, facts, caller));
      const ifMatch = facts.headers['if-match']?.toString();
      const finding = once?.find(viewer, facts, request.body);
      const keyed = finding && (await runInTurns(finding));
      if (finding === undefined && isLongBody(request.body)) freeBytes(request.body);
      if (once !== undefined && keyed !== undefined) {
        const answerNow = async (): Promise<Ready> => respond(facts, await options.changeAs(viewer, run, keyed));
        return { viewer, answer: {}, prepared: await once.answerOnce(keyed, answerNow) };
      }
      if (ifMatch === undefined || guard === undefined)
        return { viewer, answer: await (isChange ? options.changeAs(viewer, run) : run()) };
      parseEntityTags(ifMatch);
      return { viewer, answer: await options.guardChange(moment, await guard.prepare(ifMatch), run) };
    };
    const prepare = async (): Promise<[Outcome<Viewer>, Ready]> => {
      const outcome = await runAtOneMoment(arrival.moment, readAgain, work);
      requireWanted();
      const ready = outcome.prepared ?? (await respond(facts, outcome.answer, arrival.moment.pageBytesMax));
      return [outcome, await compress(facts.headers, ready)];
    };
    const run = () => runAsTask(prepare, () => isChange || !reply.raw.destroyed, route.method === 'GET');
    const [{ answer, prepared: held }, prepared] = await overload.run(run);
    const ready = { ...withoutHstsOverPlainHttp(request.raw, tls, prepared), meter: meterOf(request) };
    // The answer to a repeated change has bytes that are not this request's alone.
    if (held === undefined) freeOnceSent(reply.raw, ready);
    reply.hijack();
    if (answer.stream === undefined) return send(reply.raw, ready, request.id);
    watch(reply.raw);
    await sendParts(request, reply.raw, ready, answer.stream);
  };
}

/** Sends an answer that comes in parts; where it breaks off the log says so. */
const sendParts = (request: FastifyRequest, to: ServerResponse, ready: Ready, parts: AnswerStream): Promise<void> =>
  sendStream(to, ready, parts, request.id).catch((error: unknown) =>
    request.log.error({ err: error, ...nameForLog(request) }, 'an answer broke off'),
  );
