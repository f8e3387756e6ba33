// Makes an answer: JSON filtered by the response schema, or its XML spelling; entity tags and 304; pagination and Allow headers.
import { hash } from 'node:crypto';
import buildSerializer from 'fast-json-stringify';
import { Type } from 'typebox';
import type { TSchema } from 'typebox';
import { mapInSlices } from '../../concurrency/time-slices.ts';
import { tooLarge } from '../../errors.ts';
import { formatHttpDate } from '../../texts/http-dates.ts';
import { says } from '../../texts/said.ts';
import { writeJsonList, writeXmlList } from '../routes/list-answer.ts';
import type { Ready } from './send.ts';
import { requireShortAnswer, requireShortPage } from '../routes/pagination.ts';
import { hasSecret } from '../routes/schema.ts';
import { isNotModified } from './preconditions.ts';
import type { Answer, ListBody, OwnBytes, RequestFacts } from '../routes/route.ts';
import { toWritingSchema } from '../../wire/writing-schema.ts';
import { writeXmlInSlices } from '../../wire/xml-write.ts';
import type { ScalarLists } from '../../wire/xml-write.ts';

export const jsonType = 'application/json; charset=utf-8';
export const xmlType = 'application/xml; charset=utf-8';

/** What may always be answered of one thing, in characters; `pageBytesMax` where that is more. */
const thingLengthMax = 33_554_432;

/** Throws invalid for a page that is longer than `pageBytesMax`, tooLarge for anything else that is longer than that and a thing may be. */
export type Respond = (request: RequestFacts, answer: Answer, pageBytesMax?: number) => Ready | Promise<Ready>;

const longTextLength = 32_768;

/**
 * A strong entity tag of a representation: the version of the thing, which the hash of the JSON stands for where it has
 * none of its own, then what is shown of it, and the format (spec ruling 17).
 */
function tagOf(json: string | Buffer, format: string, version: string | undefined): string {
  const digest = hash('sha1', json, 'base64url').slice(0, 16);
  return version === undefined ? `"${digest}.${format}"` : `"${version}.${digest}.${format}"`;
}

/**
 * Whether answers of a route may be compressed: not those that tell a secret, whose length would tell of it to whoever can choose a text
 * beside it, nor streams.
 */
export const isCompressible = ({ responses, produces }: Pick<AnsweringRoute, 'responses' | 'produces'>): boolean =>
  produces === undefined && !hasSecret(responses);

interface AnsweringRoute {
  produces?: string;
  xmlLists?: ScalarLists;
  kind: 'single' | 'list' | 'action';
  method: string;
  responses: Readonly<Record<number, TSchema | null>>;
}

type Write = (value: unknown) => string;

/** By schema: routes share some, as do the tagger and the responder of each. */
const compiled = new WeakMap<TSchema, Write>();
/** By the hash of the schema: each server of a process has some of its own that say the same. */
const compiledByHash = new Map<string, Write>();

/** Compiling takes milliseconds, so it waits for the first answer that needs it. */
function writerOf(schema: TSchema): Write {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const digest = hash('sha1', JSON.stringify(schema));
  const write: Write = compiledByHash.get(digest) ?? buildSerializer(toWritingSchema({ ...schema }));
  compiledByHash.set(digest, write);
  compiled.set(schema, write);
  return write;
}

/**
 * Writes JSON by the schema of a status, so that what the schema does not name can't leak. Throws an Error for a status
 * that the route does not declare.
 */
function createSerializer(schemas: AnsweringRoute['responses']): (status: number, value: unknown) => string {
  return (status, value) => {
    const schema = schemas[status];
    if (schema === undefined || schema === null) throw new Error(`the route declares no body for status ${status}`);
    return writerOf(schema)(value);
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
  const cacheControl = isSingle ? 'private, no-cache' : 'no-store';
  const fixedHead = Object.entries({
    allow,
    'access-control-allow-methods': allow,
    vary: isCompressible(route) ? 'Accept, Accept-Encoding' : 'Accept',
    'cache-control': cacheControl,
    'content-language': 'en',
  }).flat();
  return (request, answer, pageBytesMax = Infinity) => {
    const status = answer.status ?? 200;
    const head = [...fixedHead];
    for (const [name, value] of Object.entries(answer.headers ?? {})) head.push(name, value);
    if (answer.stream !== undefined) head.push('content-type', `${route.produces ?? ''}; charset=utf-8`);
    if (answer.lastModifiedS !== undefined) head.push('last-modified', formatHttpDate(answer.lastModifiedS));
    const list = answer.list ?? listOf(route, status, answer.body);
    if (list !== undefined) {
      if (answer.etag !== undefined) head.push('etag', answer.etag);
      const bytesMax = route.kind === 'list' ? pageBytesMax : Infinity;
      return respondWithList(request, status, head, { list, bytesMax, xmlLists: route.xmlLists });
    }
    const json = answer.json ?? (answer.body === undefined ? undefined : serialize(status, answer.body));
    if (json !== undefined) requireShort(route.kind, json.length, answer.body, pageBytesMax);
    const etag =
      answer.etag ?? (isSingle && json !== undefined ? tagOf(json, request.format, answer.version) : undefined);
    if (etag !== undefined) head.push('etag', etag);
    if (answer.stream !== undefined) return { status, head, text: undefined, chunks: answer.stream.chunks };
    if (json === undefined) return { status, head: [...head, 'content-length', '0'], text: undefined };
    if (
      isSingle &&
      etag !== undefined &&
      isNotModified({ 'if-none-match': request.headers['if-none-match']?.toString() }, etag)
    ) {
      return { status: 304, head, text: undefined };
    }
    const isJson = request.format === 'json';
    if (isJson) return finish(status, head, jsonType, json);
    const xml = writeXmlInSlices(JSON.parse(json.toString()), route.xmlLists);
    if (typeof xml === 'string') return finish(status, head, xmlType, xml);
    return xml.then((text) => finish(status, head, xmlType, text));
  };
}

/** Of lists that are no bare array of objects, and of whatever is no list. */
function requireShort(kind: AnsweringRoute['kind'], length: number, body: unknown, pageBytesMax: number): void {
  if (kind === 'list') return requireShortAnswer(length, countEntries(body), pageBytesMax);
  const lengthMax = Math.max(pageBytesMax, thingLengthMax);
  if (length > lengthMax)
    throw tooLarge(
      says('answer.too-long')`this response would have ${length} characters; at most ${lengthMax} are allowed`,
    );
}

/** Of a list, or of the longest in an object. */
function countEntries(body: unknown): number {
  if (Array.isArray(body)) return body.length;
  if (typeof body !== 'object' || body === null) return 0;
  return Math.max(0, ...Object.values(body).map((value) => (Array.isArray(value) ? value.length : 0)));
}

function finish(status: number, head: string[], type: string, body: string | OwnBytes): Ready {
  const text = typeof body === 'string' && body.length > longTextLength ? Buffer.from(body) : body;
  head.push('content-type', type, 'content-length', String(Buffer.byteLength(text)));
  return { status, head, text, own: typeof text === 'string' ? undefined : text };
}

/** The entries of a body that is a list of objects. */
function listOf(
  { kind, responses }: AnsweringRoute,
  status: number,
  body: unknown,
): { items: readonly unknown[]; write: Write } | undefined {
  const schema = responses[status];
  if (kind === 'single' || !Array.isArray(body) || !Type.IsArray(schema) || !isOfObjects(schema.items))
    return undefined;
  return { items: body, write: writerOf(schema.items) };
}

/** Of one shape, or of one of several. */
const isOfObjects = (items: TSchema): boolean =>
  Type.IsObject(items) || (Type.IsUnion(items) && items.anyOf.every((one) => Type.IsObject(one)));

interface ListAnswer {
  list: ListBody | { items: readonly unknown[]; write: Write };
  bytesMax: number;
  xmlLists: ScalarLists | undefined;
}

async function respondWithList(
  { format }: RequestFacts,
  status: number,
  head: string[],
  { list, bytesMax, xmlLists }: ListAnswer,
): Promise<Ready> {
  const written = 'items' in list ? { entries: await mapInSlices(list.items, list.write) } : list;
  requireShortPage(
    written.entries.map(({ length }) => length),
    bytesMax,
  );
  return format === 'json'
    ? finish(status, head, jsonType, await writeJsonList(written))
    : finish(status, head, xmlType, await writeXmlList(written, xmlLists));
}
