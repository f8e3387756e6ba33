// Sends an answer: JSON filtered by the response schema, or its XML spelling; entity tags and 304; pagination and Allow headers.
import { hash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { Answer, RequestFacts } from './route.ts';
import { isNotModified } from './preconditions.ts';
import { formatHttpDate } from './preconditions.ts';
import { writeXml } from './xml-write.ts';

export const jsonType = 'application/json; charset=utf-8';
export const xmlType = 'application/xml; charset=utf-8';

export type Respond = (reply: FastifyReply, request: RequestFacts, answer: Answer) => FastifyReply;

/** A strong entity tag of a representation that has no version of its own: both parts hash the JSON, the second also names the format (spec ruling 17). */
function tagOf(json: string, format: string): string {
  const digest = hash('sha1', json, 'base64url').slice(0, 16);
  return `"${digest}.${format}"`;
}

/** Prepares the answering of one route; `allow` lists the methods of its path. */
export function createResponder(route: { kind: 'single' | 'list' | 'action'; method: string }, allow: string): Respond {
  const isSingle = route.kind === 'single' && route.method === 'GET';
  const fixed = {
    allow,
    'access-control-allow-methods': allow,
    vary: 'Accept',
    'cache-control': isSingle ? 'private, no-cache' : 'no-store',
    'content-language': 'en',
  };
  return (reply, request, answer) => {
    reply.code(answer.status ?? 200).headers(fixed);
    if (answer.headers !== undefined) reply.headers(answer.headers);
    if (answer.lastModifiedS !== undefined) reply.header('last-modified', formatHttpDate(answer.lastModifiedS));
    const json = answer.json ?? (answer.body === undefined ? undefined : reply.serialize(answer.body));
    if (typeof json !== 'string') {
      if (answer.etag !== undefined) reply.header('etag', answer.etag);
      return reply.header('content-length', '0').send();
    }
    const etag = answer.etag ?? (isSingle ? tagOf(json, request.format) : undefined);
    if (etag !== undefined) reply.header('etag', etag);
    if (isSingle && etag !== undefined && isNotModified(request.headers, etag, answer.lastModifiedS)) {
      return reply.code(304).send();
    }
    if (request.format === 'json') return reply.type(jsonType).serializer(asText).send(json);
    return reply
      .type(xmlType)
      .serializer(asText)
      .send(writeXml(JSON.parse(json)));
  };
}

const asText = (payload: unknown): string => String(payload);
