// Answers and logs what a request failed with.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../errors.ts';
import { discardUnread, isDrainable } from '../answers/arriving-bodies.ts';
import { answerError } from '../answers/error-answer.ts';
import { writeHttpsPage } from '../answers/https-page.ts';
import type { PlainPage } from '../answers/plain-page.ts';
import { writeRefusalPage } from '../answers/refusal-page.ts';
import { apiPrefix } from '../routes/api-path.ts';
import type { ErrorAnswer } from '../answers/error-answer.ts';
import { lingerAtEnd } from '../limits/connections.ts';
import { chooseErrorFormat } from '../formats/negotiation.ts';
import { jsonType, xmlType } from '../answers/respond.ts';
import { hasSessionCookie, isOpenedByNobody } from '../routes/page-request.ts';
import { HttpsOnly, RedirectToHttps } from '../routes/transport.ts';
import { writeXml } from '../routes/xml-write.ts';

/** What tells a request from others without anything that was sent: addresses may hold tokens. */
export const nameForLog = ({ id, method, routeOptions }: FastifyRequest): object => ({
  requestId: id,
  method,
  route: routeOptions.url,
});

/** `invalidStatus` is that of credentials that prove nobody (spec ruling 7). */
export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  invalidStatus = 401,
): FastifyReply {
  if (error instanceof RedirectToHttps) return reply.header('cache-control', 'no-store').redirect(error.url, 308);
  if (error instanceof HttpsOnly && isForPerson(request))
    return sendPage(403, writeHttpsPage(request.headers['accept-language']), reply);
  const inText = request.routeOptions.config.refusesInText === true;
  const asked = { headers: request.headers, requestId: request.id };
  const answer = answerError(error, { ...asked, invalidCredentialsStatus: inText ? 401 : invalidStatus });
  if (isFailure(error, answer.status)) request.log.error({ err: error, ...nameForLog(request) }, 'request failed');
  // Fastify closes every connection whose body is refused.
  if (isDrainable(request.raw) && answer.status !== 408) reply.removeHeader('connection');
  else reply.header('connection', 'close');
  if (!request.raw.complete) {
    lingerAtEnd(request.raw.socket);
    discardUnread(request.raw);
  }
  if (inText) return sendText(answer, reply);
  if (isForSignIn(request, answer.status)) {
    // Signed in, they come back to what they opened.
    const next = `/sign-in?next=${encodeURIComponent(request.originalUrl)}`;
    return reply.headers({ 'cache-control': 'no-store', ...answer.headers }).redirect(next, 302);
  }
  if (isForReader(request, answer.status))
    return sendPage(answer.status, writeRefusalPage(request.headers['accept-language']), reply);
  const isXml = chooseErrorFormat(request.headers.accept) === 'xml';
  return reply
    .code(answer.status)
    .headers({ 'cache-control': 'no-store', vary: 'Accept', ...answer.headers })
    .type(isXml ? xmlType : jsonType)
    .serializer((payload: unknown) => (typeof payload === 'string' ? payload : JSON.stringify(payload)))
    .send(isXml ? writeXml(answer.body) : JSON.stringify(answer.body));
}

/**
 * Whether a refusal of data leads whoever opened it to the sign-in page: nobody is signed in, or not any more. Who has a session is told
 * what is wrong instead.
 */
const isForSignIn = ({ method, headers, is404 }: FastifyRequest, status: number): boolean =>
  method === 'GET' &&
  !is404 &&
  isOpenedByNobody(headers) &&
  (status === 401 || ((status === 403 || status === 404) && !hasSessionCookie(headers)));

/** Whether somebody with a session opens a file, beside the API, that they may not have. */
const isForReader = (request: FastifyRequest, status: number): boolean =>
  [403, 404, 410].includes(status) &&
  !request.is404 &&
  !request.originalUrl.startsWith(`${apiPrefix}/`) &&
  isForPerson(request) &&
  isOpenedByNobody(request.headers);

/** Whether somebody opens a page, an address where there is none, or data in a window of a browser; programs get data below the API. */
const isForPerson = ({ method, headers, originalUrl }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  /^\s*text\/html\b/.test(headers.accept ?? '') &&
  (!originalUrl.startsWith(`${apiPrefix}/`) ||
    isOpenedByNobody(headers) ||
    /^\/api\/(?:v\d+\/)?explorer\/?(?:$|\?)/.test(originalUrl));

const sendPage = (status: number, { html, headers }: PlainPage, reply: FastifyReply): FastifyReply =>
  reply.code(status).headers(headers).type('text/html; charset=utf-8').send(html);

const sendText = ({ status, headers, body }: ErrorAnswer, reply: FastifyReply): FastifyReply =>
  reply
    .code(status)
    .headers({ 'cache-control': 'no-store', ...headers })
    .type('text/plain; charset=utf-8')
    .send(`${body.error.message}\n`);

/** A refusal for want of room is no failure, unless something else caused it; logging each would add to the load. */
const isFailure = (error: unknown, status: number): boolean =>
  status >= 500 && !(error instanceof DomainError && error.kind === 'unavailable' && error.cause === undefined);
