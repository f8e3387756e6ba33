// A route is data: what it answers to, who may call it, what goes in and out, and one handler.
import type { FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { Steps } from '../../concurrency/turns.ts';
import { DomainError } from '../../errors.ts';
import { compileDecoder, compileDecodeSteps } from '../formats/decode.ts';
import type { DecodeSource } from '../formats/decode.ts';
import type { Connection } from './transport.ts';
import type { ScalarLists } from './xml-write.ts';

/**
 * Who may call: `public` (credentials are not looked at), `optional` (anonymous too, where the platform admits
 * anonymous callers), `signed-in`. The right on the thing itself is the service's to check.
 */
export type Access = 'public' | 'optional' | 'signed-in';

/** What a handler may know of the request besides its decoded parts. */
export interface RequestFacts {
  method: string;
  /** Path and query as sent. */
  url: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Address of the peer, or of the client a trusted proxy names. */
  address: string;
  /** Whether the connection is encrypted, as far as this server or a trusted proxy can tell. */
  isEncrypted: boolean;
  /** Format of the answer. */
  format: 'json' | 'xml';
  /** See StreamRoute.keyScopes; undefined: the API's. */
  keyScopes?: readonly string[];
  /** Whether the answer is a document of a browser, which only that browser's own window can read. */
  isDocument?: boolean;
  /** What Database.readMark gave before anything was read for it; undefined where nothing is recalled by it. */
  mark?: number | undefined;
}

/** Whoever waits for the answer, for those that go on for long. */
export interface Caller<Viewer> {
  /** Who is calling by now. Throws where they may no longer call. */
  callerNow(): Promise<Viewer>;
  /** Aborted when the connection ends before the answer has. */
  callerGone(): AbortSignal;
  /** Waits for something without counting as a request under way. */
  waitIdle<R>(wait: Promise<R>): Promise<R>;
}

export interface RequestContext<Viewer, Params, Query, Body, Foreseen> extends Caller<Viewer> {
  viewer: Viewer;
  params: Params;
  query: Query;
  body: Body;
  request: RequestFacts;
  /** What `foresee` began to read, if it did. */
  foreseen: Promise<Foreseen> | undefined;
}

/** A body of any length, in the media type that the route `produces`. */
export interface AnswerStream {
  /** Asked for the next one when the client has taken those before it; of UTF-8 where they are texts. */
  chunks: AsyncIterable<string | Uint8Array>;
}

/** Made for one answer and held by nothing else, because they are freed when it is sent. */
export type OwnBytes = Buffer<ArrayBuffer>;

/** A list as it goes out, from entries that were written before: objects. */
export interface ListBody {
  /** JSON of each entry. */
  entries: readonly string[];
  /** What stands inside each entry's element in XML, where that was written before. */
  contents?: readonly (() => Buffer)[];
  /** Where the list is the only member of an object: its name. */
  member?: string;
}

/** What a handler answers: a value for the response schema, or JSON text that was rendered before. */
export interface Answer {
  status?: number;
  headers?: Record<string, string>;
  /** undefined: an empty body. */
  body?: unknown;
  /** Rendered JSON, as text or in UTF-8; takes the place of `body`. */
  json?: string | OwnBytes | undefined;
  /** Takes the place of `body`. */
  list?: ListBody;
  /** Of a route that `produces` something else than JSON and XML; takes the place of `body`. */
  stream?: AnswerStream;
  /** A strong entity tag, quotes included; computed from the JSON when a single resource gives none. */
  etag?: string;
  /** What If-Match compares, where the JSON is only a part of what a PUT replaces, such as a page; letters, digits, `-` and `_`. */
  version?: string;
  /** Seconds since the epoch. */
  lastModifiedS?: number;
}

/** A request whose answer may be known. */
export interface RecallContext<Viewer, Params, Query> {
  viewer: Viewer;
  params: Params;
  query: Query;
  request: RequestFacts;
  mark: number;
}

export interface RouteSpec<Viewer, P extends TSchema, Q extends TSchema, B extends TSchema, Foreseen> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below the API base with `:name` parameters, such as `/artifacts/:id`. */
  url: string;
  access: Access;
  /** A second address, outside of the API, such as `/mcp`. */
  alsoAt?: string;
  /** A path that has no method of its own and answers OPTIONS, as the wire format says, such as `/milestones`. */
  optionsAt?: string;
  /** A GET that shows what a change is about, where neither its path nor one above it does, with parameters of the same names. */
  shownAt?: string;
  /** How its answers in XML write lists of scalars; `items` where nothing is said. */
  xmlLists?: ScalarLists;
  /** Headers that refusals have as answers do, for who was let in. */
  refusalHeaders?: (viewer: Viewer) => Promise<Record<string, string>>;
  /** What an access key must be good for, at least one of these; by default for the API. */
  keyScopes?: readonly string[];
  /** One line for the explorer. */
  summary: string;
  /** Group in the explorer. */
  tag: string;
  /** Its name in the description of the API, where the one by operation-id.ts is another's. */
  operationId?: string;
  params?: P;
  query?: Q;
  body?: B;
  /**
   * How many bytes its body may have, where people send more or less than what its schema tells (body-limit.ts); Infinity: as
   * many as the site allows.
   */
  bodyMaxBytes?: number;
  /** Response schema by status; null for an empty body. */
  responses: Readonly<Record<number, TSchema | null>>;
  /** The one media type of its answers, where they are no JSON and XML; refusals are. */
  produces?: string;
  /** `single`: a GET of one thing, which has an ETag and answers 304 (spec ruling 21). `list`: a page. */
  kind: 'single' | 'list' | 'action';
  /**
   * A PUT, PATCH or DELETE of a path that has a GET of kind `single` honours If-Match with that GET's tag (spec ruling
   * 21). A function gives the query of the GET from the body, where it is not that of the change; with `own` the
   * service itself looks at the preconditions, and at the viewer's rights by the time that it writes.
   */
  guard?: 'own' | ((body: Static<B>) => Record<string, string>);
  /** Its requests, of which there may be thousands at once, are worked on behind those for what is short. */
  givesWay?: true;
  /**
   * Begins to read what the handler needs in any case, together with what is read of the caller, and before it is known who
   * that is: so it tells nobody anything, and proves that nothing it rests on has changed by the time that the handler uses it.
   */
  foresee?(params: Static<P>): Promise<Foreseen> | undefined;
  handler(context: RequestContext<Viewer, Static<P>, Static<Q>, Static<B>, Foreseen>): Promise<Answer>;
  /**
   * Of a GET that is asked often: what `handler` would answer, without waiting for anything, where that was found out since the
   * mark was what it is; see Database.readMark. undefined where it was not. Such a route goes the short way: see short-way.ts.
   */
  recall?(context: RecallContext<Viewer, Static<P>, Static<Q>>): Answer | undefined;
  /**
   * Whether a request with this query, as it was sent, costs so little that a refusal may be found twice: others do not go the
   * short way. By default all do.
   */
  isBrief?(query: Readonly<Record<string, string>>): boolean;
}

/** A route whose parts' types are forgotten: it decodes them and calls the handler. */
export interface Route<Viewer> extends Omit<
  RouteSpec<Viewer, TSchema, TSchema, TSchema, unknown>,
  'handler' | 'guard' | 'foresee' | 'recall'
> {
  /** Whether the service looks at If-Match itself. */
  hasOwnGuard: boolean;
  /** Begins to read for this request; again where it is begun anew. Absent where nothing is foreseen. */
  foresee?(params: unknown, request: RequestFacts): void;
  /** Decodes the body. Throws DomainError `invalid` with the path of the first part that the schema refuses. */
  take(body: unknown, source: DecodeSource): Steps<BoundRoute<Viewer>>;
  /** As that of RouteSpec. Throws as BoundRoute.run. */
  recall?(parts: AddressParts, viewer: Viewer, request: RequestFacts, mark: number): Answer | undefined;
}

/** A route with the body that it was sent. */
export interface BoundRoute<Viewer> {
  /** The query of the GET whose tag If-Match names. */
  guardQuery(query: unknown): unknown;
  /** Throws DomainError `invalid` with the path of the first part that the schemas refuse. */
  run(parts: AddressParts, viewer: Viewer, request: RequestFacts, caller: Caller<Viewer>): Promise<Answer>;
}

/** What the address of a request says, as it was sent. */
export interface AddressParts {
  params: unknown;
  query: unknown;
}

/** Makes the function that a feature's routes are written with: types of params, query and body come from their schemas. */
export function routesFor<Viewer>() {
  return <P extends TSchema, Q extends TSchema, B extends TSchema, Foreseen = never>(
    spec: RouteSpec<Viewer, P, Q, B, Foreseen>,
  ): Route<Viewer> => {
    const decodeParams = decoderFor(spec.params);
    const decodeQuery = decoderFor(spec.query);
    const decodeBody = bodyDecoderFor(spec.body);
    const { handler, guard, foresee, recall, ...facts } = spec;
    const begun = new WeakMap<RequestFacts, Promise<Foreseen>>();
    const begin = (params: unknown, request: RequestFacts): void => {
      const known = unlessRefused(() => decodeParams(params, 'text'));
      const reading = known === undefined ? undefined : foresee?.(known);
      if (reading === undefined) return;
      begun.set(request, reading);
      // Whoever uses it is told; a request that is refused before does not need it.
      reading.catch(() => {});
    };
    const takeFromKept: Route<Viewer>['recall'] = (parts, viewer, request, mark) => {
      const params = decodeParams(parts.params, 'text');
      return recall?.({ viewer, params, query: decodeQuery(parts.query, 'text'), request, mark });
    };
    return {
      ...facts,
      ...(foresee === undefined ? {} : { foresee: begin }),
      ...(recall === undefined ? {} : { recall: takeFromKept }),
      hasOwnGuard: guard === 'own',
      *take(raw, source) {
        const body = yield* decodeBody(raw, source);
        return {
          guardQuery: (query) => (typeof guard === 'function' ? guard(body) : query),
          async run(parts, viewer, request, caller) {
            const params = decodeParams(parts.params, 'text');
            const query = decodeQuery(parts.query, 'text');
            return handler({ ...caller, viewer, request, params, query, body, foreseen: begun.get(request) });
          },
        };
      },
    };
  };
}

/** What `decode` gives; undefined for what it refuses, which is told when its turn comes. */
function unlessRefused<R>(decode: () => R): R | undefined {
  try {
    return decode();
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

function decoderFor<S extends TSchema>(schema: S | undefined): (raw: unknown, source: DecodeSource) => Static<S>;
function decoderFor(schema: TSchema | undefined): (raw: unknown, source: DecodeSource) => unknown {
  if (schema === undefined) return () => undefined;
  // Compiled at the first request: most routes of a server are never asked, and compiling takes time at every start.
  let decode: ReturnType<typeof compileDecoder> | undefined;
  return (raw, source) => (decode ??= compileDecoder(schema))(raw, source);
}

function bodyDecoderFor<S extends TSchema>(
  schema: S | undefined,
): (raw: unknown, source: DecodeSource) => Steps<Static<S>>;
function bodyDecoderFor(schema: TSchema | undefined): (raw: unknown, source: DecodeSource) => Steps<unknown> {
  let decode: ReturnType<typeof compileDecodeSteps> | undefined;
  return function* decodeBody(raw, source) {
    return schema === undefined ? undefined : yield* (decode ??= compileDecodeSteps(schema))(raw, source);
  };
}

/** A request as those see it who find out who sends it. */
export const factsOf = (
  request: FastifyRequest,
  connection: Connection,
  format: RequestFacts['format'],
  keyScopes?: readonly string[],
): RequestFacts => ({
  method: request.method,
  url: request.url,
  headers: request.headers,
  address: connection.address,
  isEncrypted: connection.isEncrypted,
  format,
  ...(keyScopes === undefined ? {} : { keyScopes }),
});
