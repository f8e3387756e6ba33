// Sends an answer: JSON filtered by the response schema, or its XML spelling; entity tags and 304; pagination and Allow headers.
import { hash } from 'node:crypto';
import buildSerializer from 'fast-json-stringify';
import type { FastifyReply } from 'fastify';
import type { TSchema } from 'typebox';
import { formatHttpDate, isNotModified } from './preconditions.ts';
import type { Answer, RequestFacts } from './route.ts';
import { writeXml } from './xml-write.ts';

export const jsonType = 'application/json; charset=utf-8';
export const xmlType = 'application/xml; charset=utf-8';

export type Respond = (reply: FastifyReply, request: RequestFacts, answer: Answer) => FastifyReply;

/**
 * A strong entity tag of a representation: the version of the thing, which the hash of the JSON stands for where it has
 * none of its own, then what is shown of it, and the format (spec ruling 17).
 */
function tagOf(json: string, format: string, version: string | undefined): string {
  const digest = hash('sha1', json, 'base64url').slice(0, 16);
  return version === undefined ? `"${digest}.${format}"` : `"${version}.${digest}.${format}"`;
}

interface AnsweringRoute {
  kind: 'single' | 'list' | 'action';
  method: string;
  responses: Readonly<Record<number, TSchema | null>>;
}

/**
 * Writes JSON by the schema of a status, so that what the schema does not name can't leak. A schema is compiled when an
 * answer first needs it. Throws an Error for a status that the route does not declare.
 */
function createSerializer(schemas: AnsweringRoute['responses']): (status: number, value: unknown) => string {
  const compiled = new Map<number, (value: unknown) => string>();
  return (status, value) => {
    const known = compiled.get(status);
    if (known !== undefined) return known(value);
    const schema = schemas[status];
    if (schema === undefined || schema === null) throw new Error(`the route declares no body for status ${status}`);
    const write: (value: unknown) => string = buildSerializer({ ...schema });
    compiled.set(status, write);
    return write(value);
  };
}

/** The entity tag that an answer of a GET of kind `single` goes out with, in the format of the request. */
export function createTagger(route: AnsweringRoute): (request: RequestFacts, answer: Answer) => string {
  const serialize = createSerializer(route.responses);
  return (request, answer) =>
    answer.etag ?? tagOf(answer.json ?? serialize(answer.status ?? 200, answer.body), request.format, answer.version);
}

/** Prepares the answering of one route; `allow` lists the methods of its path. */
export function createResponder(route: AnsweringRoute, allow: string): Respond {
  const serialize = createSerializer(route.responses);
  const isSingle = route.kind === 'single' && route.method === 'GET';
  const fixed = {
    allow,
    'access-control-allow-methods': allow,
    vary: 'Accept',
    'cache-control': isSingle ? 'private, no-cache' : 'no-store',
    'content-language': 'en',
  };
  return (reply, request, answer) => {
    const status = answer.status ?? 200;
    reply.code(status).headers(fixed);
    if (answer.headers !== undefined) reply.headers(answer.headers);
    if (answer.lastModifiedS !== undefined) reply.header('last-modified', formatHttpDate(answer.lastModifiedS));
    const json = answer.json ?? (answer.body === undefined ? undefined : serialize(status, answer.body));
    if (json === undefined) {
      if (answer.etag !== undefined) reply.header('etag', answer.etag);
      return reply.header('content-length', '0').send();
    }
    const etag = answer.etag ?? (isSingle ? tagOf(json, request.format, answer.version) : undefined);
    if (etag !== undefined) reply.header('etag', etag);
    if (
      isSingle &&
      etag !== undefined &&
      isNotModified({ 'if-none-match': request.headers['if-none-match']?.toString() }, etag)
    ) {
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
