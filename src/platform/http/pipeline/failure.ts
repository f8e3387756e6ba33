// Answers and logs what a request failed with.
import { DomainError, withHeaders } from '../../errors.ts';
import type { Logger } from '../../observability/logger.ts';
import { discardUnread, isDrainable } from '../answers/arriving-bodies.ts';
import { answerError } from '../answers/error-answer.ts';
import type { ErrorAnswer } from '../answers/error-answer.ts';
import { writeHttpsPage, writeMissingFilePage } from '../answers/browser-pages.ts';
import type { PlainPage } from '../answers/browser-pages.ts';
import { readyOf } from '../answers/send.ts';
import type { Ready } from '../answers/send.ts';
import { jsonType, xmlType } from '../answers/respond.ts';
import { chooseErrorFormat } from '../formats/negotiation.ts';
import { lingerAtEnd } from '../limits/connections.ts';
import { apiPrefix } from '../routes/route.ts';
import { hasSessionCookie, isOpenedByNobody } from '../routes/page-request.ts';
import { HttpsOnly, RedirectToHttps } from '../routes/transport.ts';
import { writeXml } from '../../wire/xml-write.ts';
import { isRead } from './admit.ts';
import type { Exchange, Snapshot } from './exchange.ts';

type Failed = Exchange<unknown, Snapshot>;

/** What tells a request from others without anything that was sent: addresses may hold tokens. */
export const nameForLog = ({ id, facts, endpoint }: Failed): object => ({
  requestId: id,
  method: facts.method,
  route: endpoint.url,
});

/** Refusals of the work have the headers that the route wants there, for who was let in. */
export async function explainFailure<Viewer, S extends Snapshot>(
  error: unknown,
  exchange: Exchange<Viewer, S>,
): Promise<unknown> {
  const { endpoint, isIdentified } = exchange;
  if (endpoint.refusalHeaders === undefined || !isIdentified || !(error instanceof DomainError)) return error;
  return withHeaders(error, await endpoint.refusalHeaders(exchange));
}

/** Throws away what comes of a body that nobody reads. Gives whether the connection is of no use afterwards. */
function endBody({ request }: Failed, status: number): boolean {
  if (!request.complete) {
    lingerAtEnd(request.socket);
    discardUnread(request);
  }
  return !isDrainable(request) || status === 408;
}

/** The answer to a request that failed, in the form that its sender can use. Logs what is no refusal. */
export function answerFailure(error: unknown, exchange: Failed, logger: Logger): Ready {
  const { endpoint, facts, id, isAdmitted } = exchange;
  const isText = endpoint.refusesInText === true;
  // Of credentials that prove nobody (spec ruling 7).
  const invalidCredentialsStatus = isAdmitted && !isText ? exchange.snapshot.invalidCredentialsStatus : 401;
  const answer = answerError(error, { headers: facts.headers, requestId: id, invalidCredentialsStatus });
  if (isFailure(error, answer.status)) logger.error({ err: error, ...nameForLog(exchange) }, 'request failed');
  return { ...formOf(error, exchange, answer), isLast: endBody(exchange, answer.status) };
}

function formOf(error: unknown, exchange: Failed, answer: ErrorAnswer): Ready {
  const { endpoint, facts, request } = exchange;
  const { status, body } = answer;
  const headers = { 'cache-control': 'no-store', ...answer.headers };
  const language = facts.headers['accept-language']?.toString();
  if (error instanceof RedirectToHttps) return readyOf(308, { 'cache-control': 'no-store', location: error.url });
  if (error instanceof HttpsOnly && isForPerson(exchange)) return page(403, writeHttpsPage(language));
  if (endpoint.refusesInText === true)
    return readyOf(status, { ...headers, 'content-type': 'text/plain; charset=utf-8' }, `${body.error.message}\n`);
  // Signed in, they come back to what they opened.
  if (isForSignIn(exchange, status))
    return readyOf(302, { ...headers, location: `/sign-in?next=${encodeURIComponent(request.url ?? '')}` });
  if (isForReader(exchange, status)) return page(status, writeMissingFilePage(language));
  const isXml = chooseErrorFormat(facts.headers['accept']?.toString()) === 'xml';
  return readyOf(
    status,
    { vary: 'Accept', ...headers, 'content-type': isXml ? xmlType : jsonType },
    isXml ? writeXml(body) : JSON.stringify(body),
  );
}

const page = (status: number, { html, headers }: PlainPage): Ready =>
  readyOf(status, { ...headers, 'content-type': 'text/html; charset=utf-8' }, html);

const isNowhere = ({ endpoint }: Failed): boolean => endpoint.url === '';

/**
 * Whether a refusal of data leads whoever opened it to the sign-in page: nobody is signed in, or not any more. Who has a session is told
 * what is wrong instead.
 */
const isForSignIn = (exchange: Failed, status: number): boolean =>
  exchange.facts.method === 'GET' &&
  !isNowhere(exchange) &&
  isOpenedByNobody(exchange.facts.headers) &&
  (status === 401 || ((status === 403 || status === 404) && !hasSessionCookie(exchange.facts.headers)));

const isBesideApi = ({ request: { url = '' } }: Failed): boolean => !url.startsWith(`${apiPrefix}/`);

/** Whether somebody with a session opens a file, beside the API, that they may not have. */
const isForReader = (exchange: Failed, status: number): boolean =>
  [403, 404, 410].includes(status) &&
  !isNowhere(exchange) &&
  isBesideApi(exchange) &&
  isForPerson(exchange) &&
  isOpenedByNobody(exchange.facts.headers);

/** Whether somebody opens a page, an address where there is none, or data in a window of a browser; programs get data below the API. */
const isForPerson = (exchange: Failed): boolean =>
  isRead(exchange.facts) &&
  /^\s*text\/html\b/.test(exchange.facts.headers['accept']?.toString() ?? '') &&
  (isBesideApi(exchange) ||
    isOpenedByNobody(exchange.facts.headers) ||
    /^\/api\/(?:v\d+\/)?explorer\/?(?:$|\?)/.test(exchange.request.url ?? ''));

/** A refusal for want of room is no failure, unless something else caused it; logging each would add to the load. */
const isFailure = (error: unknown, status: number): boolean =>
  status >= 500 && !(error instanceof DomainError && error.kind === 'unavailable' && error.cause === undefined);
