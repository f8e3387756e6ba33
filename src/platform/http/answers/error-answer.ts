// The one place that turns an error into a status and a body (spec ruling 6).
import type { IncomingHttpHeaders } from 'node:http';
import { statusPhrases } from './node-http.ts';
import { DomainError } from '../../errors.ts';
import type { ErrorKind } from '../../errors.ts';
import { explainFileFault } from '../../files/file-faults.ts';
import { VersionConflictError } from '../../version-conflict.ts';
import { isSentByBrowser } from '../routes/page-request.ts';
import { i18nOf } from '../../texts/said.ts';
import type { I18n } from '../../texts/said.ts';
import { shorten } from '../../texts/shorten.ts';

const statusOfKind: Readonly<Record<ErrorKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  'invalid-credentials': 401,
  forbidden: 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'not-acceptable': 406,
  conflict: 409,
  'precondition-failed': 412,
  'too-slow': 408,
  'too-large': 413,
  'uri-too-long': 414,
  'unsupported-media-type': 415,
  'range-not-satisfiable': 416,
  unprocessable: 422,
  gone: 410,
  'rate-limited': 429,
  'headers-too-large': 431,
  unavailable: 503,
};

/** Of RFC 9110 and 6585, where those of Node.js are older. */
const newerPhrases: Readonly<Record<number, string>> = { 413: 'Content Too Large', 422: 'Unprocessable Content' };

/** In UTF-16 code units. */
const detailMax = 1000;

export interface ErrorAnswer {
  status: number;
  headers: Record<string, string>;
  body: {
    error: {
      code: number;
      message: string;
      reason?: string;
      i18n?: I18n;
      i18n_error_messages?: string[];
      i18n_messages?: (I18n | null)[];
    };
  };
}

/** Schemes a program may use (RFC 9110, 11.6.1). */
const programChallenge = 'Basic realm="Tepal", charset="UTF-8", Token realm="Tepal", AccessKey realm="Tepal"';
/**
 * Without Basic, for which a browser opens a box of its own over the page, holds the answer back until that is closed, and
 * signs the person in beside their session.
 */
const browserChallenge = 'Token realm="Tepal", AccessKey realm="Tepal"';

interface AskedBy {
  /** Of the request. */
  headers: IncomingHttpHeaders;
  /** Its name in the log. */
  requestId: string;
  /** The administrator's choice of spec ruling 7; 401 by default. */
  invalidCredentialsStatus?: number | undefined;
}

/**
 * The answer for whatever was thrown. Anything unknown is a 500 whose text says nothing (the caller logs it).
 */
export function answerError(error: unknown, asked: AskedBy): ErrorAnswer {
  const { requestId, invalidCredentialsStatus = 401 } = asked;
  if (error instanceof DomainError) {
    const status = error.kind === 'invalid-credentials' ? invalidCredentialsStatus : statusOfKind[error.kind];
    const challenge = isSentByBrowser(asked.headers) ? browserChallenge : programChallenge;
    const headers = status === 401 ? { 'www-authenticate': challenge, ...error.headers } : error.headers;
    const answer = errorBody(status, nameThePart(error), headers);
    if (error.reason !== undefined) answer.body.error.reason = error.reason;
    const i18n = findI18n(error);
    if (i18n !== null) answer.body.error.i18n = i18n;
    if (error.all !== undefined) Object.assign(answer.body.error, describeMistakes(error));
    return answer;
  }
  if (error instanceof VersionConflictError)
    return errorBody(503, 'the site is changing just now; ask again', { 'retry-after': '1' });
  const fault = explainFileFault(error);
  if (fault !== undefined) return answerError(fault, asked);
  return errorBody(500, `the server failed; the log names the request ${requestId}`, {});
}

/** Everything that is wrong, as the answers to requests say it that ask for all of it. */
export function describeMistakes({ all = [] }: DomainError): {
  i18n_error_messages: string[];
  i18n_messages?: (I18n | null)[];
} {
  const messages = { i18n_error_messages: all.map(nameThePart).map(cut) };
  return all.some((one) => findI18n(one) !== null) ? { ...messages, i18n_messages: all.map(findI18n) } : messages;
}

/** Null for a sentence without a name, and one that would be cut. */
const findI18n = ({ sentence, message }: DomainError): I18n | null =>
  typeof sentence === 'string' || message.length > detailMax ? null : i18nOf(sentence);

/** How messages begin whose subject is the part of the request that is wrong. */
const predicate =
  /^(?:is|must|can|can't|would|already|or|has|does|needs|contains|takes|exceeds|refers|repeats|works|notifies|violates|duplicates|selects) /;

/** The message, with the field's path before it where it does not say it itself (spec ruling 6). */
function nameThePart({ message, path = '' }: DomainError): string {
  if (path === '' || message.includes(`\`${path}\``) || message.includes(`header ${path} `)) return message;
  const isPredicate = predicate.test(message);
  return `\`${path}\`${isPredicate ? '' : ':'} ${message}`;
}

/** A refusal in the shape of spec ruling 6; a detail over 1000 characters, which quotes the request, is cut. */
export function errorBody(status: number, detail: string, headers: Record<string, string>): ErrorAnswer {
  const phrase = newerPhrases[status] ?? statusPhrases[status] ?? 'Error';
  const text = cut(detail);
  return {
    status,
    headers,
    body: { error: { code: status, message: text === '' ? phrase : `${phrase}: ${text}` } },
  };
}

const cut = (detail: string): string => shorten(detail, detailMax + 1).toWellFormed();
