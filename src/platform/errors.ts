// Errors that rules throw. They know no HTTP: one mapper in platform/http turns a kind into a status.
// Messages are safe to show to the caller; the cause is only logged.

import { says, textOf } from './texts/said.ts';
import type { Said } from './texts/said.ts';

export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'invalid-credentials'
  | 'forbidden'
  | 'not-found'
  | 'method-not-allowed'
  | 'not-acceptable'
  | 'conflict'
  | 'precondition-failed'
  | 'too-large'
  | 'headers-too-large'
  | 'uri-too-long'
  | 'too-slow'
  | 'unsupported-media-type'
  | 'range-not-satisfiable'
  | 'unprocessable'
  | 'gone'
  | 'rate-limited'
  | 'unavailable';

export interface ErrorDetail {
  /** Path of the offending part of the request, such as `values[2].bind_value_ids`. */
  path?: string;
  /** What really happened; logged, never sent. */
  cause?: unknown;
  /** Response headers that belong to the refusal, such as `Allow` or `Retry-After`. */
  headers?: Record<string, string>;
  /** A word for programs, where the status alone leaves open what to do. */
  reason?: string;
  /** Every mistake of the request, for callers that asked for all of them; the error itself speaks of the first. */
  all?: readonly DomainError[];
}

/** A refusal with a message that may be shown to whoever sent the request. */
export class DomainError extends Error {
  readonly kind: ErrorKind;
  /** The message, with its name where it has one. */
  readonly sentence: string | Said;
  readonly path: string | undefined;
  readonly headers: Record<string, string>;
  readonly reason: string | undefined;
  readonly all: readonly DomainError[] | undefined;

  constructor(kind: ErrorKind, sentence: string | Said, detail: ErrorDetail = {}) {
    super(textOf(sentence), detail.cause === undefined ? undefined : { cause: detail.cause });
    this.name = 'DomainError';
    this.kind = kind;
    this.sentence = sentence;
    this.path = detail.path;
    this.headers = detail.headers ?? {};
    this.reason = detail.reason;
    this.all = detail.all;
  }
}

/** The same refusal with more headers. */
export const withHeaders = (error: DomainError, headers: Readonly<Record<string, string>>): DomainError =>
  new DomainError(error.kind, error.sentence, {
    headers: { ...headers, ...error.headers },
    cause: error.cause,
    ...(error.path === undefined ? {} : { path: error.path }),
    ...(error.reason === undefined ? {} : { reason: error.reason }),
    ...(error.all === undefined ? {} : { all: error.all }),
  });

/** The request is wrong; `path` names the part. */
export const invalid = (message: string | Said, path?: string): DomainError =>
  new DomainError('invalid', message, path === undefined ? {} : { path });

/** The request is wrong in each of these ways. */
export const invalidThroughout = ([first, ...others]: readonly [DomainError, ...DomainError[]]): DomainError =>
  new DomainError('invalid', first.sentence, {
    ...(first.path === undefined ? {} : { path: first.path }),
    all: [first, ...others],
  });

/** Runs `work`, whose refusals of kind 'invalid' speak of a part of the request, as that part of the whole. */
export async function atPath<R>(path: string, work: () => R | Promise<R>): Promise<R> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind !== 'invalid') throw error;
    throw invalid(error.sentence, error.path === undefined ? path : `${path}.${error.path}`);
  }
}

/** Credentials are missing or expired. `reason` tells programs what keeps somebody out whose credentials are right. */
export const unauthenticated = (message: string | Said, reason?: string): DomainError =>
  new DomainError('unauthenticated', message, reason === undefined ? {} : { reason });

/** Credentials that never proved anybody: unknown, wrong or malformed. Administrators choose their status (spec ruling 7). */
export const invalidCredentials = (message: string | Said): DomainError =>
  new DomainError('invalid-credentials', message, { reason: 'wrong-credentials' });

/** The caller is known but may not do this. */
export const forbidden = (message: string | Said = says('plain.forbidden')``): DomainError =>
  new DomainError('forbidden', message);

/** The thing does not exist, or the caller may not know that it does. */
export const notFound = (message: string | Said = says('plain.not-found')``): DomainError =>
  new DomainError('not-found', message);

/** The path exists, the method does not; `allow` is the comma separated list of methods that do (RFC 9110, 15.5.6). */
export const methodNotAllowed = (message: string | Said, allow: string): DomainError =>
  new DomainError('method-not-allowed', message, { headers: { allow } });

/** No media type that the caller accepts can be produced. */
export const notAcceptable = (message: string | Said): DomainError => new DomainError('not-acceptable', message);

/** The request contradicts the present state. */
export const conflict = (message: string | Said, cause?: unknown): DomainError =>
  new DomainError('conflict', message, { cause });

/** The request is understood, but what it refers to says that it can't be meant. */
export const unprocessable = (message: string | Said): DomainError => new DomainError('unprocessable', message);

/** What was asked for was there once, and is no longer kept. */
export const gone = (message: string | Said): DomainError => new DomainError('gone', message);

/** A precondition header does not match the current version, whose tag goes out as `ETag`. */
export const preconditionFailed = (message: string | Said, etag?: string): DomainError =>
  new DomainError('precondition-failed', message, etag === undefined ? {} : { headers: { etag } });

/** The request, or a part of it, exceeds a limit. */
export const tooLarge = (message: string | Said): DomainError => new DomainError('too-large', message);

/** As many of these wait as may; nobody can say when there is room again. */
export const tooManyRequests = (message: string | Said): DomainError => new DomainError('rate-limited', message);

/** The request, or the reading of its answer, takes longer than others may be kept waiting for it. */
export const tooSlow = (message: string | Said): DomainError => new DomainError('too-slow', message);

/** The request body's media type is not understood. */
export const unsupportedMediaType = (message: string | Said): DomainError =>
  new DomainError('unsupported-media-type', message);

/** The part that was asked for lies outside of what there is, which is so many bytes (RFC 9110, 15.5.17). */
export const rangeNotSatisfiable = (sizeBytes: number): DomainError =>
  new DomainError('range-not-satisfiable', `there are ${sizeBytes} bytes; ask for a range within them`, {
    headers: { 'content-range': `bytes */${sizeBytes}` },
  });

/** Too many attempts; the caller may try again after so many seconds (RFC 6585, section 4). */
export const rateLimited = (message: string | Said, retryAfterS: number): DomainError =>
  new DomainError('rate-limited', message, { headers: { 'retry-after': String(retryAfterS) } });

/** The server can't answer just now, such as while it stops; the caller may try again in a second. */
export const unavailable = (message: string | Said, cause?: unknown): DomainError =>
  new DomainError('unavailable', message, { cause, headers: { 'retry-after': '1' } });
