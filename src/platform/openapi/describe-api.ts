// The machine-readable description of the API: OpenAPI 3.1, made from the same route data and schemas that the
// pipeline runs on, so that it can't say anything else than what the server does.
import { exampleOf } from './example-bodies.ts';
import { bodyMaxBytesOf } from '../http/answers/body-limit.ts';
import { statusPhrases } from '../http/answers/node-http.ts';
import type { Steps } from '../concurrency/time-slices.ts';
import { findGuardingRoute } from '../http/endpoints/guard.ts';
import { createSchemaNames } from './schema-names.ts';
import type { JsonObject, SchemaNames } from './schema-names.ts';
import { sessionCookieName } from '../http/routes/page-request.ts';
import { nameOperation, nameParameter } from './operation-id.ts';
import type { Access, Route } from '../http/routes/route.ts';
import { takesKeys } from '../http/endpoints/idempotent-retries.ts';
import { ErrorBody } from '../http/routes/schema.ts';

/** What the description says beyond the routes. */
export interface ApiFacts {
  title: string;
  version: string;
  /** CommonMark. */
  description: string;
  /** Path that the routes are below, without a slash at its end. */
  basePath: string;
  /** Example request bodies by operation, such as `POST /tokens`. */
  examples: Readonly<Record<string, unknown>>;
  license: { name: string; identifier: string };
  /** What each tag is about. */
  tags: Readonly<Record<string, string>>;
  /** Of operations that are there for old clients alone, which the description calls deprecated. */
  absentTag?: string;
}

export interface OpenApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string; license: ApiFacts['license'] };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  /** Operations by path template, then by method in small letters. */
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: JsonObject; responses: JsonObject; headers: JsonObject; securitySchemes: JsonObject };
}

interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  deprecated?: true;
  security: JsonObject[];
  parameters: JsonObject[];
  requestBody?: JsonObject;
  responses: JsonObject;
}

type Description = Omit<Route<never>, 'take'>;

interface DescribedRoute extends Description {
  /** Whether it honours If-Match by the tag of the GET beside it. */
  isGuarded: boolean;
}

const securitySchemes = {
  token: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Auth-Token',
    description: '`token` of the answer to POST /tokens; goes with X-Auth-UserId.',
  },
  tokenUser: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Auth-UserId',
    description: '`user_id` of the answer to POST /tokens.',
  },
  accessKey: { type: 'apiKey', in: 'header', name: 'X-Auth-AccessKey', description: 'A personal access key.' },
  basic: { type: 'http', scheme: 'basic', description: 'User name and password.' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: `__Host-${sessionCookieName}`,
    description: 'Set by POST /sessions, for browsers; without `__Host-` over plain HTTP.',
  },
};

const credentials: JsonObject[] = [{ token: [], tokenUser: [] }, { accessKey: [] }, { basic: [] }, { session: [] }];
const securityOf: Record<Access, JsonObject[]> = {
  public: [],
  optional: [{}, ...credentials],
  'signed-in': credentials,
};

const paginationNames = ['X-PAGINATION-LIMIT', 'X-PAGINATION-OFFSET', 'X-PAGINATION-SIZE', 'X-PAGINATION-LIMIT-MAX'];
const headers: JsonObject = {
  ETag: { description: 'Version of this representation.', schema: { type: 'string' } },
  ...Object.fromEntries(paginationNames.map((name) => [name, { schema: { type: 'integer', minimum: 0 } }])),
};

/**
 * Describes routes as OpenAPI 3.1. Throws when two operations get one id, when two schemas claim one name, and when an
 * example belongs to no route.
 */
export function* describeApi(routes: readonly Description[], facts: ApiFacts): Steps<OpenApiDocument> {
  const schemas = createSchemaNames();
  const paths: OpenApiDocument['paths'] = {};
  const ids = new Set<string>();
  const unused = new Set(Object.keys(facts.examples));
  for (const described of routes) {
    yield;
    const route = { ...described, isGuarded: findGuardingRoute(described, routes) !== undefined };
    const operation = describeOperation(route, facts, schemas);
    if (ids.has(operation.operationId)) throw new Error(`Two operations are called ${operation.operationId}.`);
    ids.add(operation.operationId);
    unused.delete(`${route.method} ${route.url}`);
    (paths[pathTemplate(route.url)] ??= {})[route.method.toLowerCase()] = operation;
  }
  if (unused.size > 0) throw new Error(`There are examples, but no route, for ${[...unused].join(', ')}.`);
  const content = contentOf(schemas.refer(ErrorBody, 'Error', 'response'));
  const refusalOf = (description: string): JsonObject => ({ description, content });
  const error = refusalOf('The request was refused; the message says what is wrong and what would be right.');
  const refused = Object.values(refusals).map(({ name, description }) => [name, refusalOf(description)] as const);
  return {
    openapi: '3.1.0',
    info: { title: facts.title, version: facts.version, description: facts.description, license: facts.license },
    servers: [{ url: facts.basePath }],
    tags: [...new Set(routes.map((route) => route.tag))].map((name) => ({ name, description: tagOf(facts, name) })),
    paths,
    components: {
      schemas: schemas.list(),
      responses: { Error: error, ...Object.fromEntries(refused) },
      headers,
      securitySchemes,
    },
  };
}

const pathTemplate = (url: string): string => url.replace(/:(\w+)/g, '{$1}');

const capitalise = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

function describeOperation(route: DescribedRoute, facts: ApiFacts, schemas: SchemaNames): Operation {
  const operationId = route.operationId ?? nameOperation(route);
  const example =
    facts.examples[`${route.method} ${route.url}`] ??
    (route.body === undefined ? undefined : exampleOf({ ...route.body }));
  return {
    operationId,
    tags: [route.tag],
    summary: route.summary,
    ...(route.tag === facts.absentTag ? { deprecated: true } : {}),
    security: securityOf[route.access],
    parameters: [
      ...describePathParameters(route, schemas),
      ...describeQueryParameters(route, schemas),
      ...preconditionParameters(route),
      ...keyParameters(route),
    ],
    ...(route.body === undefined
      ? {}
      : {
          requestBody: {
            required: !('default' in route.body),
            description: describeBodyLimit(route),
            content: contentOf(schemas.refer(route.body, `${capitalise(operationId)}Request`, 'request'), example),
          },
        }),
    responses: describeResponses(route, operationId, schemas),
  };
}

/** The site's own limit, the setting `request_body_limit`, is not known here. */
function describeBodyLimit(route: DescribedRoute): string {
  const maxBytes = bodyMaxBytesOf(route);
  const site = 'the setting request_body_limit';
  return Number.isFinite(maxBytes)
    ? `At most ${maxBytes} bytes, and what ${site} allows.`
    : `At most what ${site} allows.`;
}

const membersOf = (schema: unknown, key: string): JsonObject => {
  const members: unknown = typeof schema === 'object' && schema !== null ? Reflect.get(schema, key) : undefined;
  return typeof members === 'object' && members !== null ? Object.fromEntries(Object.entries(members)) : {};
};

function describePathParameters(route: DescribedRoute, schemas: SchemaNames): JsonObject[] {
  const properties = membersOf(route.params, 'properties');
  return [...route.url.matchAll(/:(\w+)/g)].map(([, name = '']) =>
    parameter('path', name, true, {
      description: nameParameter(route.url, name),
      ...schemas.inline(properties[name] ?? { type: 'string' }),
    }),
  );
}

function describeQueryParameters(route: DescribedRoute, schemas: SchemaNames): JsonObject[] {
  const required = new Set(Object.values(membersOf(route.query, 'required')));
  return Object.entries(membersOf(route.query, 'properties')).map(([name, property]) => {
    const schema = schemas.inline(property);
    return parameter('query', name, required.has(name) && schema['default'] === undefined, schema);
  });
}

/** A description stands beside the schema, where readers of OpenAPI look for it. */
function parameter(
  place: 'path' | 'query' | 'header',
  name: string,
  required: boolean,
  schema: JsonObject,
): JsonObject {
  const { description, ...rest } = schema;
  return { name, in: place, required, ...(description === undefined ? {} : { description }), schema: rest };
}

const readsVersion = (route: DescribedRoute): boolean => route.kind === 'single' && route.method === 'GET';

/** The headers of RFC 9110, section 13 that a thing with versions answers to (spec rulings 17 to 21). */
function preconditionParameters(route: DescribedRoute): JsonObject[] {
  const text = (description: string): JsonObject => ({ type: 'string', description });
  if (readsVersion(route)) {
    return [parameter('header', 'If-None-Match', false, text('ETag of what you have; 304 when it still holds.'))];
  }
  if (!route.isGuarded && !route.hasOwnGuard) return [];
  const ifMatch = text('ETag of the version that you change; 412 when there is a newer one.');
  if (route.isGuarded) return [parameter('header', 'If-Match', false, ifMatch)];
  return [
    parameter('header', 'If-Match', false, ifMatch),
    parameter('header', 'If-Unmodified-Since', false, text('Last-Modified of the version that you change.')),
  ];
}

/** See idempotent-retries.ts. */
function keyParameters(route: DescribedRoute): JsonObject[] {
  if (!takesKeys(route)) return [];
  const description =
    'A text of your choice, in double quotes, that the request is sent with whenever it is repeated: it changes nothing twice, and the first answer is given again for a day.';
  return [parameter('header', 'Idempotency-Key', false, { type: 'string', maxLength: 255, description })];
}

function describeResponses(route: DescribedRoute, operationId: string, schemas: SchemaNames): JsonObject {
  const statuses = Object.entries(route.responses);
  const responses: JsonObject = {};
  for (const [status, schema] of statuses) {
    const name = `${capitalise(operationId)}${statuses.length > 1 ? status : ''}Response`;
    responses[status] = {
      description: statusPhrases[status] ?? status,
      ...(schema === null ? {} : { headers: headersOf(route) }),
      ...(schema === null ? {} : { content: contentOfAnswer(route, schemas.refer(schema, name, 'response')) }),
    };
  }
  if (readsVersion(route)) responses['304'] = { description: 'Not Modified' };
  for (const [status, { name, isOf }] of Object.entries(refusals))
    if (isOf(route)) responses[status] ??= { $ref: `#/components/responses/${name}` };
  return { ...responses, default: { $ref: '#/components/responses/Error' } };
}

interface Refusal {
  name: string;
  description: string;
  /** Whether a route can answer so. */
  isOf(route: DescribedRoute): boolean;
}

const isKnown = ({ access }: DescribedRoute): boolean => access !== 'public';
const hasBody = ({ body }: DescribedRoute): boolean => body !== undefined;

/** By status; what comes of overload or of a defect is `default`. */
const refusals: Readonly<Record<string, Refusal>> = {
  400: {
    name: 'BadRequest',
    description: 'A part of the request is wrong; the message begins with which one.',
    isOf: ({ params, query, body }) => params !== undefined || query !== undefined || body !== undefined,
  },
  401: { name: 'Unauthorized', description: 'Nobody is signed in, or the credentials are wrong.', isOf: isKnown },
  403: { name: 'Forbidden', description: 'This is not the caller’s to do or to see.', isOf: isKnown },
  404: {
    name: 'NotFound',
    description: 'There is no such thing, or the caller may not know of it.',
    isOf: ({ url }) => url.includes(':'),
  },
  406: { name: 'NotAcceptable', description: 'Accept names no format that this is given in.', isOf: () => true },
  409: {
    name: 'Conflict',
    description: 'This contradicts what is there, or the request with this Idempotency-Key is still under way.',
    isOf: takesKeys,
  },
  412: {
    name: 'PreconditionFailed',
    description: 'Somebody was faster: the version that was named is not the present one.',
    isOf: ({ isGuarded, hasOwnGuard }) => isGuarded || hasOwnGuard,
  },
  413: { name: 'ContentTooLarge', description: 'The body is longer than this takes.', isOf: hasBody },
  415: { name: 'UnsupportedMediaType', description: 'The body is neither JSON nor XML.', isOf: hasBody },
  422: {
    name: 'UnprocessableContent',
    description: 'The Idempotency-Key was used for another request.',
    isOf: takesKeys,
  },
  429: {
    name: 'TooManyRequests',
    description:
      'Too many attempts, or too much of this person at a time; Retry-After says when to go on, where that is known.',
    isOf: isKnown,
  },
};

/** Throws an Error for a tag that nothing is said about. */
function tagOf({ tags }: ApiFacts, name: string): string {
  const description = tags[name];
  if (description === undefined) throw new Error(`Say what operations of the tag ${name} are about.`);
  return description;
}

function headersOf(route: DescribedRoute): JsonObject {
  const isPaged = route.kind !== 'action' && 'limit' in membersOf(route.query, 'properties');
  const isTagged = readsVersion(route) || route.hasOwnGuard;
  const names = [...(isPaged ? paginationNames : []), ...(isTagged ? ['ETag'] : [])];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

const contentOfAnswer = ({ produces }: DescribedRoute, schema: JsonObject): JsonObject =>
  produces === undefined ? contentOf(schema) : { [produces]: { schema } };

/** Both spellings of one body. */
function contentOf(schema: JsonObject, example?: unknown): JsonObject {
  if (example === undefined) return { 'application/json': { schema }, 'application/xml': { schema } };
  // Of the XML, too, it is the value that the schema describes; readers of OpenAPI spell it by the schema.
  return { 'application/json': { schema, example }, 'application/xml': { schema, example } };
}
