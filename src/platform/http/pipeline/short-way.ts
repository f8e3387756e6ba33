// The short way of a GET whose route has `recall`: the steps of server.ts in their order, without the router and its hooks, and at
// once where nothing has to be found out. It only ever gives answers. Whatever it does not know, and every refusal, is left
// to the long way, which begins at the beginning.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../clock.ts';
import { finishNow, isTurnLong, requireWanted, runAsTask, workFor } from '../../concurrency/turns.ts';
import { createCache } from '../../cache/index.ts';
import { createCompress, isCompressedApart } from '../answers/compression.ts';
import type { Compress } from '../answers/compression.ts';
import { createResponder } from '../answers/respond.ts';
import type { Ready, Respond } from '../answers/respond.ts';
import type { RouteMeter, RouteMeters } from '../answers/meters.ts';
import { chooseFormat } from '../formats/negotiation.ts';
import { goneSignal } from '../limits/long-answers.ts';
import type { OverloadGuard } from '../limits/overload.ts';
import type { Access, AddressParts, Answer, BoundRoute, RequestFacts, Route } from '../routes/route.ts';
import { connectionOf, isAdmitted } from '../routes/transport.ts';
import type { Connection } from '../routes/transport.ts';
import { apiPrefix } from '../routes/api-path.ts';
import { listAllowed } from '../routes/methods.ts';
import type { Admission } from './admission.ts';

/** What the way takes from the pipeline, each as it is there. */
export interface ShortWayOptions<Viewer, Moment extends Admission> {
  routes: readonly Route<Viewer>[];
  readMoment(): Promise<Moment>;
  recallMoment(): Moment | undefined;
  identify(request: RequestFacts, access: Access, moment: Moment): Promise<Viewer>;
  nameLastingCredentials?(request: Pick<RequestFacts, 'headers' | 'isEncrypted'>): string | undefined;
  validUntilMs(viewer: Viewer): number | undefined;
  readMark(): number | undefined;
  clientOf(viewer: Viewer, request: RequestFacts): string;
  clock: Clock;
  overload: OverloadGuard;
  meters: RouteMeters;
  /** Of all answers, names and values in turn. */
  always: readonly string[];
  /** Sends the answer. */
  answer(request: IncomingMessage, response: ServerResponse, ready: Ready): void;
}

/** Goes the short way, or calls `pass` for the long one. */
export type ShortWay = (request: IncomingMessage, response: ServerResponse, pass: () => void) => void;

interface ShortRoute<Viewer> {
  route: Route<Viewer>;
  recall: NonNullable<Route<Viewer>['recall']>;
  bound: BoundRoute<Viewer>;
  respond: Respond;
  compress: Compress;
  meter: RouteMeter;
}

interface Found<Viewer> extends ShortRoute<Viewer> {
  parts: AddressParts;
}

/** A request that goes this way. */
interface Asked<Viewer, Moment> {
  request: IncomingMessage;
  response: ServerResponse;
  mark: number | undefined;
  found: Found<Viewer>;
  /** What holds, as far as is known: `identify` proves it current; a refusal is never based on it. */
  moment: Moment;
  connection: Connection;
  /** Of who asks. */
  name: string;
}

/** Who asks, as it was found out at one mark. */
interface Known<Viewer> {
  viewer: Viewer;
  endsAtMs: number;
}

/** In characters; what browsers and programs send is shorter. */
const callerNameMax = 2000;

/** Addresses with one number among their parts, and a query of plain words; all others are read by the router. */
const plainAddress = /^\/api((?:\/[a-z_]+)+)\/(\d{1,15})((?:\/[a-z_]+)*)(?:\?([\w=&]*))?$/;

/** The query as the router reads it; undefined for one in which a name stands twice or without a value, or is none of the API's. */
function readPlainQuery(text: string): Record<string, string> | undefined {
  const query: Record<string, string> = {};
  for (const pair of text.split('&')) {
    const [name = '', value = '', ...more] = pair.split('=');
    if (!/^[a-z]/.test(name) || value === '' || more.length > 0 || Object.hasOwn(query, name)) return undefined;
    query[name] = value;
  }
  return query;
}

function createFinder<Viewer, Moment extends Admission>({
  routes,
  meters,
  always,
}: ShortWayOptions<Viewer, Moment>): (url: string) => Found<Viewer> | undefined {
  const byPattern = new Map<string, ShortRoute<Viewer>>();
  for (const route of routes) {
    const { recall } = route;
    if (recall === undefined) continue;
    const bound = finishNow(route.take(undefined, 'json'));
    const alike = routes.filter(({ url }) => url === route.url);
    const respond = createResponder(route, listAllowed(alike.map(({ method }) => method)), always);
    const meter = meters.of(route.method, apiPrefix + route.url);
    byPattern.set(route.url, { route, recall, bound, respond, compress: createCompress(route), meter });
  }
  return (url) => {
    const [, before = '', number, after = '', sent = ''] = plainAddress.exec(url) ?? [];
    const short = number === undefined ? undefined : byPattern.get(`${before}/:id${after}`);
    const query = sent === '' ? {} : readPlainQuery(sent);
    return short === undefined || query === undefined || short.route.isBrief?.(query) === false
      ? undefined
      : { ...short, parts: { params: { id: number }, query } };
  };
}

const factsOf = (
  { url = '', headers }: IncomingMessage,
  { address, isEncrypted }: Connection,
  mark: number | undefined,
): RequestFacts => ({ method: 'GET', url, headers, address, isEncrypted, format: chooseFormat(headers.accept), mark });

/** Everything that decides who asks; undefined where that is proved anew each time. */
function nameCaller(
  { headers }: IncomingMessage,
  { address, isEncrypted }: Connection,
  access: Access,
  nameLastingCredentials: ShortWayOptions<unknown, Admission>['nameLastingCredentials'],
): string | undefined {
  const credentials = nameLastingCredentials?.({ headers, isEncrypted });
  const name = credentials && `${access} ${isEncrypted} ${address}\n${credentials}`;
  return name === undefined || name.length > callerNameMax ? undefined : name;
}

/** undefined where something has to be found out first. */
const recallAnswer = <Viewer>(
  { found, mark }: Asked<Viewer, unknown>,
  viewer: Viewer,
  facts: RequestFacts,
): Answer | undefined => (mark === undefined ? undefined : found.recall(found.parts, viewer, facts, mark));

/** undefined where something has to be found out first, or where what is known takes turns to be written. */
function answerNow<Viewer>(asked: Asked<Viewer, unknown>, { viewer }: Known<Viewer>): Ready | undefined {
  const { route, respond, compress, meter } = asked.found;
  if (route.kind === 'list' || isTurnLong()) return undefined;
  const facts = factsOf(asked.request, asked.connection, asked.mark);
  const answer = recallAnswer(asked, viewer, facts);
  const ready = answer && respond(facts, answer);
  if (answer === undefined || ready === undefined || ready instanceof Promise) return undefined;
  if (isCompressedApart(facts.headers, ready)) return undefined;
  const prepared = compress(facts.headers, ready);
  return prepared instanceof Promise ? undefined : { ...prepared, meter };
}

/** Finds out who asks, and notes it. */
async function identifyCaller<Viewer, Moment extends Admission>(
  { identify, validUntilMs }: ShortWayOptions<Viewer, Moment>,
  { found, moment }: Asked<Viewer, Moment>,
  facts: RequestFacts,
  learn: (known: Known<Viewer>) => void,
): Promise<Viewer> {
  const { route, parts } = found;
  route.foresee?.(parts.params, facts);
  const viewer = await identify(facts, route.access, moment);
  const endsAtMs = validUntilMs(viewer);
  if (endsAtMs !== undefined) learn({ viewer, endsAtMs });
  return viewer;
}

/** Finds out what is not known. */
async function answerSoon<Viewer, Moment extends Admission>(
  options: ShortWayOptions<Viewer, Moment>,
  asked: Asked<Viewer, Moment>,
  known: Known<Viewer> | undefined,
  learn: (known: Known<Viewer>) => void,
): Promise<Ready> {
  const { readMoment, identify, clientOf, overload } = options;
  const { request, response, found, moment, connection, mark } = asked;
  const { route, bound, parts, respond, compress, meter } = found;
  const facts = factsOf(request, connection, mark);
  const viewer = known?.viewer ?? (await identifyCaller(options, asked, facts, learn));
  await workFor(clientOf(viewer, facts));
  const caller = {
    callerNow: async () => identify(facts, route.access, await readMoment()),
    callerGone: () => goneSignal(response),
    waitIdle: overload.waitIdle,
  };
  const answer = recallAnswer(asked, viewer, facts) ?? (await bound.run(parts, viewer, facts, caller));
  requireWanted();
  const prepared = await compress(facts.headers, await respond(facts, answer, moment.pageBytesMax));
  return { ...prepared, meter };
}

/** Makes the short way of a server. */
export function createShortWay<Viewer, Moment extends Admission>(options: ShortWayOptions<Viewer, Moment>): ShortWay {
  const { overload, clock } = options;
  const find = createFinder(options);
  const callers = createCache<string, Known<Viewer>>({ name: 'callers', maxBytes: 5_242_880, sizeOf: () => 400 });

  function go(asked: Asked<Viewer, Moment>, pass: () => void): void {
    const { request, response, mark, name } = asked;
    const found = mark === undefined ? undefined : callers.get(name, mark);
    const known = found === undefined || clock.nowMs() >= found.endsAtMs ? undefined : found;
    const given = known && answerNow(asked, known);
    if (given !== undefined) return options.answer(request, response, given);
    const learn = (caller: Known<Viewer>): void => {
      if (mark !== undefined) callers.set(name, caller, mark);
    };
    const work = () =>
      runAsTask(
        () => answerSoon(options, asked, known, learn),
        () => !response.destroyed,
      );
    void overload.run(work).then((soon) => options.answer(request, response, soon), pass);
  }

  /** undefined for what this way does not lead to. */
  function readAsked(
    request: IncomingMessage,
    response: ServerResponse,
    mark: number | undefined,
  ): Asked<Viewer, Moment> | undefined {
    const found = find(request.url ?? '');
    const moment = found && options.recallMoment();
    if (found === undefined || moment === undefined) return undefined;
    const connection = connectionOf(request, moment.trustedProxies);
    if (!isAdmitted(connection, moment.isPlainHttpAllowed)) return undefined;
    const name = nameCaller(request, connection, found.route.access, options.nameLastingCredentials);
    return name === undefined ? undefined : { request, response, mark, found, moment, connection, name };
  }

  function decide({ request, response, pass }: Waiting, mark: number | undefined): void {
    const asked = readAsked(request, response, mark);
    if (asked === undefined) return pass();
    try {
      go(asked, pass);
    } catch {
      // What is refused, or fails, is refused on the long way, which finds it again and says so.
      pass();
    }
  }

  // One look at the mark serves all requests that arrived before it, in the same turn of the event loop.
  let waiting: Waiting[] = [];
  function decideAll(): void {
    const all = waiting;
    waiting = [];
    const mark = options.readMark();
    // Who sent so much ahead that their connection was closed is owed nothing.
    for (const one of all) if (!one.request.socket.destroyed) decide(one, mark);
  }

  return (request, response, pass) => {
    if (isOdd(request)) pass();
    else if (waiting.push({ request, response, pass }) === 1) setImmediate(decideAll);
  };
}

interface Waiting {
  request: IncomingMessage;
  response: ServerResponse;
  pass: () => void;
}

/** No GET without a body from a client that names the host it asks. */
const isOdd = ({ method, headers, httpVersion }: IncomingMessage): boolean =>
  method !== 'GET' ||
  headers['content-length'] !== undefined ||
  headers['transfer-encoding'] !== undefined ||
  (headers.host === undefined && httpVersion === '1.1');
