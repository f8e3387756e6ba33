// The machine-readable description of the API: OpenAPI 3.1, made from the same route data and schemas that the
// pipeline runs on, so that it can't say anything else than what the server does.
import { bodyMaxBytesOf } from '../answers/body-limit.ts';
import { statusPhrases } from '../answers/node-http.ts';
import { findGuardingRoute } from './guard.ts';
import { createSchemaNames } from '../routes/openapi-schemas.ts';
import type { JsonObject, SchemaNames } from '../routes/openapi-schemas.ts';
import { nameOperation } from '../routes/operation-id.ts';
import type { Access, Route } from '../routes/route.ts';
import { takesKeys } from './repeats.ts';
import { ErrorBody } from '../routes/schema.ts';
import { writeXml } from '../routes/xml-write.ts';

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
}

export interface OpenApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  /** Operations by path template, then by method in small letters. */
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: JsonObject; responses: JsonObject; headers: JsonObject; securitySchemes: JsonObject };
}

interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
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
    name: '__Host-tepal_session',
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
export function describeApi(routes: readonly Description[], facts: ApiFacts): OpenApiDocument {
  const schemas = createSchemaNames();
  const paths: OpenApiDocument['paths'] = {};
  const ids = new Set<string>();
  const unused = new Set(Object.keys(facts.examples));
  for (const described of routes) {
    const route = { ...described, isGuarded: findGuardingRoute(described, routes) !== undefined };
    const operation = describeOperation(route, facts, schemas);
    if (ids.has(operation.operationId)) throw new Error(`Two operations are called ${operation.operationId}.`);
    ids.add(operation.operationId);
    unused.delete(`${route.method} ${route.url}`);
    (paths[pathTemplate(route.url)] ??= {})[route.method.toLowerCase()] = operation;
  }
  if (unused.size > 0) throw new Error(`There are examples, but no route, for ${[...unused].join(', ')}.`);
  const error = {
    description: 'The request was refused; the message says what is wrong and what would be right.',
    content: contentOf(schemas.refer(ErrorBody, 'Error', 'response')),
  };
  return {
    openapi: '3.1.0',
    info: { title: facts.title, version: facts.version, description: facts.description },
    servers: [{ url: facts.basePath }],
    tags: [...new Set(routes.map((route) => route.tag))].map((name) => ({ name })),
    paths,
    components: { schemas: schemas.list(), responses: { Error: error }, headers, securitySchemes },
  };
}

const pathTemplate = (url: string): string => url.replace(/:(\w+)/g, '{$1}');

const capitalise = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

function describeOperation(route: DescribedRoute, facts: ApiFacts, schemas: SchemaNames): Operation {
  const operationId = route.operationId ?? nameOperation(route);
  const example = facts.examples[`${route.method} ${route.url}`];
  return {
    operationId,
    tags: [route.tag],
    summary: route.summary,
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
    parameter('path', name, true, schemas.inline(properties[name] ?? { type: 'string' })),
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

/** See repeats.ts. */
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
  const error = { $ref: '#/components/responses/Error' };
  if (readsVersion(route)) responses['304'] = { description: 'Not Modified' };
  if (route.isGuarded || route.hasOwnGuard) responses['412'] = error;
  if (takesKeys(route)) Object.assign(responses, { 409: error, 422: error });
  return { ...responses, default: error };
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
  return {
    'application/json': { schema, example },
    'application/xml': { schema, example: indentXml(writeXml(example, 'request')) },
  };
}

/** One element per line, so that a person can edit it. */
function indentXml(xml: string): string {
  let depth = 0;
  return xml
    .replace(/>(?=<)/g, '>\n')
    .split('\n')
    .map((line) => {
      if (line.startsWith('</')) depth -= 1;
      const indented = '  '.repeat(depth) + line;
      if (/^<[^/?]/.test(line) && !line.includes('</') && !line.endsWith('/>')) depth += 1;
      return indented;
    })
    .join('\n');
}
