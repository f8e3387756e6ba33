// A route is data: what it answers to, who may call it, what goes in and out, and one handler.
import type { Static, TSchema } from 'typebox';
import type { Steps } from '../../concurrency/time-slices.ts';
import { compileDecoder, compileDecodeSteps } from '../../wire/decode.ts';
import type { DecodeSource } from '../../wire/decode.ts';
import type { ScalarLists } from '../../wire/xml-write.ts';

/** Below it are all paths of the API. */
export const apiPrefix = '/api';

/** The start of a request target that says the version too, as a path or an address (RFC 9112, 3.2). */
const versionedStart = /^(?:https?:\/\/[^/]*)?\/api\/v1\//;

/**
 * Every API path answers below `/api/v1` too. It is the request that is changed, because a second set of routes would double
 * the memory of the router and the time that it takes to make one.
 */
export function dropVersion({ url = '' }: { url?: string | undefined }): string {
  if (url.startsWith('/') && !url.startsWith('/api/v1/')) return url;
  return url.replace(versionedStart, `${apiPrefix}/`);
}

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
  keyScopes?: readonly string[] | undefined;
  /** Whether the answer is a document of a browser, which only that browser's own window can read. */
  isDocument?: boolean | undefined;
  /** See Database.readDataVersion, before anything was read for it; undefined where nothing may be cached by it. */
  dataVersion?: number | undefined;
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

/** Stands for a caller that waits for no answer of its own, in calls from within. */
export const absentCaller = <Viewer>(viewer: Viewer): Caller<Viewer> => ({
  callerNow: () => Promise.resolve(viewer),
  callerGone: () => new AbortController().signal,
  waitIdle: (wait) => wait,
});

export interface RequestContext<Viewer, Params, Query, Body> {
  viewer: Viewer;
  params: Params;
  query: Query;
  body: Body;
  request: RequestFacts;
  caller: Caller<Viewer>;
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

export interface RouteSpec<Viewer, P extends TSchema, Q extends TSchema, B extends TSchema> {
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
  /** Answers without a promise where nothing has to be waited for, such as a cached representation. */
  handler(context: RequestContext<Viewer, Static<P>, Static<Q>, Static<B>>): Answer | Promise<Answer>;
}

/** A route whose parts' types are forgotten: it decodes them and calls the handler. */
export interface Route<Viewer> extends Omit<RouteSpec<Viewer, TSchema, TSchema, TSchema>, 'handler' | 'guard'> {
  /** Whether the service looks at If-Match itself. */
  hasOwnGuard: boolean;
  /** Decodes the body. Throws DomainError `invalid` with the path of the first part that the schema refuses. */
  take(body: unknown, source: DecodeSource): Steps<BoundRoute<Viewer>>;
}

/** A route with the body that it was sent. */
export interface BoundRoute<Viewer> {
  /** The query of the GET whose tag If-Match names. */
  guardQuery(query: unknown): unknown;
  /** Throws, or rejects with, DomainError `invalid` with the path of the first part that the schemas refuse. */
  run(parts: AddressParts, viewer: Viewer, request: RequestFacts, caller: Caller<Viewer>): Answer | Promise<Answer>;
}

/** What the address of a request says, as it was sent. */
export interface AddressParts {
  params: unknown;
  query: unknown;
}

/** Makes the function that a feature's routes are written with: types of params, query and body come from their schemas. */
export function routesFor<Viewer>() {
  return <P extends TSchema, Q extends TSchema, B extends TSchema>(spec: RouteSpec<Viewer, P, Q, B>): Route<Viewer> => {
    const decodeParams = decoderFor(spec.params);
    const decodeQuery = decoderFor(spec.query);
    const decodeBody = bodyDecoderFor(spec.body);
    const { handler, guard, ...facts } = spec;
    const bind = (body: Static<B>): BoundRoute<Viewer> => ({
      guardQuery: (query) => (typeof guard === 'function' ? guard(body) : query),
      run(parts, viewer, request, caller) {
        const params = decodeParams(parts.params, 'text');
        const query = decodeQuery(parts.query, 'text');
        return handler({ viewer, params, query, body, request, caller });
      },
    });
    let bodiless: BoundRoute<Viewer> | undefined;
    return {
      ...facts,
      hasOwnGuard: guard === 'own',
      *take(raw, source) {
        if (spec.body !== undefined) return bind(yield* decodeBody(raw, source));
        return (bodiless ??= bind(yield* decodeBody(raw, source)));
      },
    };
  };
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
