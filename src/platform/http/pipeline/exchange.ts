// What the pipeline works on: a snapshot of the site, the endpoints, and each request with its answer.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DomainError } from '../../errors.ts';
import type { KeyedRequest } from '../../idempotency/index.ts';
import type { Ready } from '../answers/send.ts';
import { dropVersion } from '../routes/route.ts';
import type { RouteMetrics } from '../answers/metrics.ts';
import type { Access, Answer, BoundRoute, RequestFacts } from '../routes/route.ts';
import type { PlainHttp } from '../routes/transport.ts';

/** What the product says holds just now; one version of the site from the beginning of a request to its end. */
export interface Snapshot {
  isPlainHttpAllowed: PlainHttp;
  /** Start of the address where pages answer over HTTPS, without a slash at its end; undefined where that is not known. */
  findHttpsUrl(): string | undefined;
  trustedProxies: readonly string[];
  /** Most that a page of a list may be long, in characters; by default any length. */
  pageBytesMax?: number;
  invalidCredentialsStatus: number;
}

/** Where snapshots come from. */
export interface Snapshots<S> {
  readSnapshot(): Promise<S>;
  /** The one that was read last, without reading; `identify` throws VersionConflictError when it is over. */
  latestSnapshot(): S | undefined;
  /** Differs after any commit of anybody; undefined where that can't be told at once. */
  readDataVersion(): number | undefined;
}

/** A step gives a promise only where it has to wait. */
export type Step<Viewer, S extends Snapshot> = (exchange: Exchange<Viewer, S>) => Promise<void> | void;

export interface Endpoint<Viewer, S extends Snapshot> {
  /** Pattern of its address; empty for what answers where nothing else does. */
  readonly url: string;
  readonly metrics: RouteMetrics;
  /** Who may call; undefined: nobody is asked who they are. */
  readonly access: Access | undefined;
  /** Whether people look at it in a browser, which over plain HTTP is sent to HTTPS. */
  readonly isPage?: boolean;
  /** Whether it answers over any connection and under any load. */
  readonly isProbe?: boolean;
  /** See StreamRoute. */
  readonly refusesInText?: boolean;
  /** How many bytes a body may have that is read as a whole; undefined: none is. */
  readonly bodyMaxBytes?: number;
  /** See RouteSpec. */
  readonly givesWay?: boolean;
  /** Whether its answers may be cached by the version of the data. */
  readonly isCacheable?: boolean;
  /** Whether the work for it is neither counted nor bounded, because it waits for its client's bytes. */
  isIdle?(exchange: Exchange<Viewer, S>): boolean;
  /** Whether its caller changes something; else they count as reading, whatever the method. */
  isChange(exchange: Exchange<Viewer, S>): boolean;
  /** Writes the format of the answer and what credentials must be good for. */
  readonly negotiate?: Step<Viewer, S>;
  readonly readBody?: Step<Viewer, S>;
  readonly checkPreconditions?: Step<Viewer, S>;
  /** Writes `answer`, or `ready`. */
  readonly handle: Step<Viewer, S>;
  /** Writes `ready`. */
  readonly respond?: Step<Viewer, S>;
  /** Headers of refusals, for who was let in. */
  refusalHeaders?(exchange: Exchange<Viewer, S>): Promise<Record<string, string>>;
}

/** Requests that came in one turn of the event loop, and begin together. */
export interface Batch {
  /** The version of the data, read once for all of them; absent until one of them asks. */
  dataVersion?: number | undefined;
}

type Written<T> = { -readonly [K in keyof T]: T[K] };

/** Throws a programming error for what a later step writes. */
function required<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`no step has found the ${name} of this request yet`);
  return value;
}

/** A request with its answer: what the steps find out, in named fields. Each step reads what those before it wrote. */
export class Exchange<Viewer, S extends Snapshot> {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** By which the answer, in X-Request-Id, and the log name it. */
  readonly id: string;
  readonly beganAtMs = performance.now();

  /** What came with it. */
  batch: Batch = {};

  // route
  endpoint: Endpoint<Viewer, S>;
  params: Readonly<Record<string, string | undefined>> = {};
  query: unknown = {};
  /** Where the path has no such method. */
  refusal: DomainError | undefined;

  // admit, negotiate
  readonly facts: Written<RequestFacts>;
  #snapshot: S | undefined;
  /** Whether rights or definitions changed since the first attempt: what was read last is not trusted any more. */
  isRetried = false;

  // receive
  bytes: Buffer | undefined;

  // authenticate
  #viewer: { of: Viewer } | undefined;

  // read body
  bound: BoundRoute<Viewer> | undefined;

  // check preconditions
  /** What must hold in the transaction of the change. */
  guard: (() => Promise<void>) | undefined;
  keyed: KeyedRequest | undefined;

  // handle, respond
  answer: Answer = {};
  ready: Ready | undefined;

  constructor(request: IncomingMessage, response: ServerResponse, id: string, nowhere: Endpoint<Viewer, S>) {
    const { method = 'GET', headers } = request;
    this.request = request;
    this.response = response;
    this.id = id;
    this.endpoint = nowhere;
    this.facts = {
      method,
      url: dropVersion(request),
      headers,
      address: '',
      isEncrypted: false,
      format: 'json',
      keyScopes: undefined,
      isDocument: undefined,
      dataVersion: undefined,
    };
  }

  get snapshot(): S {
    return required(this.#snapshot, 'snapshot');
  }

  set snapshot(snapshot: S) {
    this.#snapshot = snapshot;
  }

  get isAdmitted(): boolean {
    return this.#snapshot !== undefined;
  }

  get viewer(): Viewer {
    return required(this.#viewer, 'viewer').of;
  }

  set viewer(viewer: Viewer) {
    this.#viewer = { of: viewer };
  }

  get isIdentified(): boolean {
    return this.#viewer !== undefined;
  }

  /** Forgets what holds for one snapshot alone. */
  startOver(): void {
    this.isRetried = true;
    this.#viewer = undefined;
    this.guard = undefined;
    this.answer = {};
    this.ready = undefined;
  }
}
