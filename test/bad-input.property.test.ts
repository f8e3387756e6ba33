// Thousands of requests made from the OpenAPI description and then spoiled: whatever comes, the server refuses or
// obeys, explains itself in the one shape of errors (spec ruling 6), and goes on serving. A failure prints the seed;
// HOSTILE_SEED repeats it, HOSTILE_RUNS changes the number of requests.
import assert from 'node:assert/strict';
import { Agent, STATUS_CODES, request as httpRequest } from 'node:http';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import { SaxesParser } from 'saxes';
import { writeXml } from '../src/platform/http/xml-write.ts';
import { at, startApp, testPassword } from './harness.ts';
import type { TestApp } from './harness.ts';

const scrum = new URL('../samples/scrum', import.meta.url).pathname;
const runs = Number(process.env['HOSTILE_RUNS'] ?? 4000);
const seed = Number(process.env['HOSTILE_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

type JsonObject = Record<string, unknown>;
type Credentials = 'none' | 'token' | 'basic' | 'broken';

interface Request {
  method: string;
  path: string;
  headers: OutgoingHttpHeaders;
  body: string | undefined;
  credentials: Credentials;
}

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

interface Operation {
  method: string;
  path: string;
  parameters: { name: string; place: string; schema: JsonObject; required: boolean }[];
  body: JsonObject | undefined;
}

/** What exists, so that some requests get past the first checks. */
interface World {
  document: unknown;
  ids: number[];
  fieldIds: number[];
  names: string[];
  /** Ids of things by the first part of their path. */
  things: ReadonlyMap<string, number[]>;
  bugs: number;
  /** `values` of artifacts as GET shows them, which PUT and POST take. */
  valueLists: unknown[][];
}

let test: TestApp;
let world: World;
let token: OutgoingHttpHeaders;
const agent = new Agent({ keepAlive: true });

before(async () => {
  test = await startApp({ archives: [scrum] });
  await test.app.features.people.change('ana', { password: testPassword });
  token = await signIn();
  world = await collectWorld();
});
after(async () => {
  agent.destroy();
  await test.close();
});

async function signIn(): Promise<OutgoingHttpHeaders> {
  const body = { username: 'ana', password: testPassword };
  const made = await test.call('/api/tokens', { method: 'POST', body });
  assert.equal(made.status, 200, made.text);
  return { 'x-auth-token': String(at(made.json, 'token')), 'x-auth-userid': String(at(made.json, 'user_id')) };
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {});
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Every number called id, and every name, in an answer. */
function gather(value: unknown, ids: Set<number>, names: Set<string>): void {
  if (Array.isArray(value)) for (const item of value) gather(item, ids, names);
  if (!isObject(value)) return;
  for (const [key, member] of Object.entries(value)) {
    if ((key === 'id' || key === 'field_id') && typeof member === 'number') ids.add(member);
    if ((key === 'name' || key === 'username') && typeof member === 'string') names.add(member);
    gather(member, ids, names);
  }
}

async function collectWorld(): Promise<World> {
  const document = (await test.call('/api/openapi.json')).json;
  const trackers = (await test.call('/api/projects/101/trackers?limit=50', { as: 'bruno' })).json;
  const bugs = listOf(trackers).find((tracker) => at(tracker, 'label') === 'Bugs');
  const artifacts = await test.call(`/api/trackers/${String(at(bugs, 'id'))}/artifacts?values=all`, { as: 'bruno' });
  const [ids, fieldIds, names] = [new Set<number>(), new Set<number>(), new Set<string>()];
  gather(artifacts.json, ids, names);
  gather(at(bugs, 'fields'), fieldIds, names);
  for (const id of fieldIds) ids.add(id);
  const idsOf = (things: unknown): number[] => listOf(things).map((thing) => Number(at(thing, 'id')));
  return {
    document,
    ids: [...ids],
    fieldIds: [...fieldIds],
    names: [...names],
    things: new Map([
      ['artifacts', idsOf(artifacts.json)],
      ['trackers', idsOf(trackers)],
      ['projects', [101]],
    ]),
    bugs: Number(at(bugs, 'id')),
    valueLists: listOf(artifacts.json).map((artifact) => listOf(at(artifact, 'values'))),
  };
}

function listOperations(document: unknown): Operation[] {
  return Object.entries(objectOf(at(document, 'paths'))).flatMap(([path, methods]) =>
    Object.entries(objectOf(methods)).map(([method, operation]): Operation => {
      const content = objectOf(objectOf(objectOf(operation)['requestBody'])['content']);
      const media = content['application/json'];
      return {
        method: method.toUpperCase(),
        path,
        parameters: listOf(at(operation, 'parameters')).map((parameter) => ({
          name: String(at(parameter, 'name')),
          place: String(at(parameter, 'in')),
          schema: objectOf(at(parameter, 'schema')),
          required: at(parameter, 'required') === true,
        })),
        body: media === undefined ? undefined : objectOf(at(media, 'schema')),
      };
    }),
  );
}

const oddTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\u0001',
  '\ud800',
  '\udc00x',
  '\ufeff',
  '\uffff',
  '\u202egnp.exe',
  'é\u0301\u0301\u0301',
  '😀'.repeat(50),
  'x'.repeat(70_000),
  '__proto__',
  'constructor',
  'toString',
  "'; drop table artifacts; --",
  '%',
  '_%',
  '{}',
  '{"a":1}',
  '[[[[',
  '&amp;<&>"',
  ']]>',
  '../../etc/passwd',
  '${7*7}',
  '2026-02-30',
  '2026-02-28',
  '-271821-04-20T00:00:00.000Z',
  '9999-12-31T23:59:59-12:00',
  '0001-01-01',
  '1e400',
  '-0',
  '101_3',
  'self',
  '\r\nX-Injected: 1',
];
const oddNumbers = [
  0,
  -0,
  -1,
  1.5,
  100,
  2 ** 31,
  -(2 ** 31),
  2 ** 53 - 1,
  2 ** 53,
  2 ** 63,
  2 ** 64,
  1e300,
  -1e300,
  5e-324,
];

const anyText = fc.oneof(fc.constantFrom(...oddTexts), fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }));
const anyNumber = fc.oneof(fc.constantFrom(...oddNumbers), fc.integer(), fc.double({ noNaN: true }));

function nest(depth: number, isList: boolean): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = isList ? [value] : { values: value };
  return value;
}

const deep = fc.tuple(fc.constantFrom(5, 31, 33, 500), fc.boolean()).map(([depth, isList]) => nest(depth, isList));
const oddValue: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { toString: 1 }, { length: 1 }),
  anyText,
  anyNumber,
  deep,
  fc.array(fc.oneof(anyText, anyNumber), { maxLength: 4 }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** What field types take where the schema leaves the place free, and what looks like it. */
const freeValue = fc.oneof(
  fc.constantFrom<unknown>('a text', 12, 1.5, null, '', '2026-02-28', '2026-02-28T10:00:00Z'),
  fc.record({ content: fc.oneof(anyText, oddValue), format: fc.constantFrom('text', 'html', 'commonmark', null) }),
  fc.record({ granted_groups: fc.array(fc.oneof(fc.constantFrom('101_3', '101_4', '1', '2'), oddValue)) }),
  oddValue,
);
/** Makes values that a schema of the description describes; free places get what field types take. */
function createValueMaker(known: World): (schema: unknown, name: string) => Arbitrary<unknown> {
  const schemas = objectOf(at(known.document, 'components.schemas'));
  const ids = fc.constantFrom(...known.ids);
  const make = (given: unknown, name: string): Arbitrary<unknown> => {
    const reference = objectOf(given)['$ref'];
    const schema =
      typeof reference === 'string' ? objectOf(schemas[reference.split('/').at(-1) ?? '']) : objectOf(given);
    const options = listOf(schema['anyOf'] ?? schema['oneOf']);
    if (options.length > 0) return fc.oneof(...options.map((option) => make(option, name)));
    if ('const' in schema) return fc.constant(schema['const']);
    if (Array.isArray(schema['enum'])) return fc.constantFrom(...listOf(schema['enum']));
    switch (schema['type']) {
      case 'object':
        return makeObject(schema);
      case 'array':
        return fc.array(make(schema['items'], name), { maxLength: 4 });
      case 'integer':
        return name === 'field_id'
          ? fc.constantFrom(...known.fieldIds)
          : fc.oneof(ids, fc.integer({ min: 0, max: 120 }));
      case 'number':
        return fc.double({ noNaN: true, noDefaultInfinity: true });
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      case 'string':
        return name === 'password'
          ? fc.constantFrom(testPassword, 'wrong')
          : fc.oneof(fc.constantFrom(...known.names), fc.string({ maxLength: 20 }), ids.map(String));
      default:
        return freeValue;
    }
  };
  const makeObject = (schema: JsonObject): Arbitrary<unknown> => {
    const members = Object.entries(objectOf(schema['properties']));
    if (members.length === 0) return fc.dictionary(fc.constantFrom(...known.names), freeValue, { maxKeys: 3 });
    const requiredKeys = listOf(schema['required']).map(String);
    return fc.record(Object.fromEntries(members.map(([name, member]) => [name, make(member, name)])), { requiredKeys });
  };
  return make;
}

/** JSON text even of what JSON.stringify leaves out. */
const writeJson = (value: unknown): string => JSON.stringify(value) ?? 'null';

interface Spoil {
  /** Which place of the value, counted over all of them. */
  place: number;
  kind: 'replace' | 'remove' | 'add' | 'wrap' | 'text' | 'double';
  value: unknown;
  name: string;
}

const spoil: Arbitrary<Spoil> = fc.record({
  place: fc.nat(200),
  kind: fc.constantFrom('replace', 'replace', 'remove', 'add', 'wrap', 'text', 'double'),
  value: oddValue,
  name: anyText,
});

const countPlaces = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, member) => sum + countPlaces(member), 1)
    : 1;

/** The value with one of its places changed. */
function spoilValue(value: unknown, how: Spoil): unknown {
  let left = how.place % countPlaces(value);
  const visit = (part: unknown): unknown => {
    left -= 1;
    if (left === -1) return spoilPlace(part, how);
    if (Array.isArray(part)) return part.map(visit);
    if (!isObject(part)) return part;
    return Object.fromEntries(Object.entries(part).map(([name, member]) => [name, visit(member)]));
  };
  return visit(value);
}

function spoilPlace(part: unknown, { kind, value, name }: Spoil): unknown {
  switch (kind) {
    case 'replace':
      return value;
    case 'remove':
      return isObject(part) ? Object.fromEntries(Object.entries(part).slice(1)) : Array.isArray(part) ? [] : undefined;
    case 'add':
      return isObject(part) ? Object.fromEntries([...Object.entries(part), [name, value]]) : [part, value];
    case 'wrap':
      return [part];
    case 'text':
      return writeJson(part);
    case 'double':
      return Array.isArray(part) ? [...listOf(part), ...listOf(part)] : [part, part];
  }
}

interface Damage {
  kind: 'none' | 'cut' | 'insert' | 'prefix';
  at: number;
  text: string;
}

const damage: Arbitrary<Damage> = fc.record({
  kind: fc.constantFrom(...Array<'none'>(17).fill('none'), 'cut', 'insert', 'prefix'),
  at: fc.nat(1000),
  text: fc.oneof(
    anyText,
    fc.constantFrom(
      '<!DOCTYPE r [<!ENTITY a "b">]>',
      '<?x y?>',
      '&a;',
      '<![CDATA[x]]>',
      '<item/>',
      '"',
      '{',
      ',',
      '\ufeff',
    ),
  ),
});

function damageText(text: string, { kind, at: place, text: odd }: Damage): string {
  const cut = text.length === 0 ? 0 : place % text.length;
  if (kind === 'cut') return text.slice(0, cut);
  if (kind === 'insert') return text.slice(0, cut) + odd + text.slice(cut);
  return kind === 'prefix' ? odd + text : text;
}

const bodyTypes = [
  'application/json',
  'application/json; charset=utf-8',
  'application/xml',
  'application/x-www-form-urlencoded',
  'text/plain',
  'application/json; charset=latin1',
  '*/*',
  '',
];
const headerText = fc.oneof(
  fc.constantFrom(
    '',
    '*',
    '"',
    '"x"',
    'W/"x.y"',
    '"a", "b"',
    'x',
    'Mon, 30 Feb 2026 10:00:00 GMT',
    '2026-01-01T00:00:00Z',
    '::1',
    'https',
  ),
  fc.string({ maxLength: 200 }),
);
const headerNames = [
  'if-match',
  'if-none-match',
  'if-unmodified-since',
  'if-modified-since',
  'range',
  'cookie',
  'origin',
  'x-forwarded-for',
  'x-forwarded-proto',
  'accept-encoding',
  'accept-language',
  'x-http-method-override',
];
const accepts = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(undefined, undefined, 'application/json', 'application/xml', '*/*') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'application/xml;q=0.5, application/json;q=0.4',
      'text/html, */*;q=0.1',
      'image/png',
      ';',
    ),
  },
  { weight: 1, arbitrary: headerText },
);
const otherHeaders = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Record<string, string>>({}) },
  { weight: 1, arbitrary: fc.dictionary(fc.constantFrom(...headerNames), headerText, { maxKeys: 3 }) },
);
const credentials = fc.oneof(
  { weight: 25, arbitrary: fc.constant<Credentials>('token') },
  { weight: 6, arbitrary: fc.constant<Credentials>('none') },
  { weight: 3, arbitrary: fc.constant<Credentials>('broken') },
  { weight: 1, arbitrary: fc.constant<Credentials>('basic') },
);

/** Percent-encodes texts, lone surrogates included, which go out as bytes that are no UTF-8. */
const encodePart = (text: string): string =>
  text.isWellFormed() ? encodeURIComponent(text) : `${encodeURIComponent(text.toWellFormed())}%ed%a0%80`;

/** A path or query parameter: mostly what the schema says. */
function textOf(schema: JsonObject, name: string, make: ReturnType<typeof createValueMaker>): Arbitrary<string> {
  return fc.oneof(
    { weight: 9, arbitrary: make(schema, name).map(String) },
    {
      weight: 1,
      arbitrary: fc.oneof(fc.constantFrom(...oddTexts.filter((text) => text.length < 1000)), anyNumber.map(String)),
    },
  );
}

function makeAddress(operation: Operation, make: ReturnType<typeof createValueMaker>): Arbitrary<string> {
  const inPath = operation.parameters.filter((parameter) => parameter.place === 'path');
  const inQuery = operation.parameters.filter((parameter) => parameter.place === 'query');
  const thing = operation.path.split('/')[1] ?? '';
  const parts = fc.record(
    Object.fromEntries(
      inPath.map(({ name, schema }) => [
        name,
        fc.oneof(
          { weight: 2, arbitrary: fc.constantFrom(...(world.things.get(thing) ?? world.ids)).map(String) },
          { weight: 1, arbitrary: textOf(schema, name, make) },
        ),
      ]),
    ),
  );
  const query = fc.record(
    Object.fromEntries(
      inQuery.map(({ name, schema }) => [
        name,
        fc.oneof(
          { weight: 9, arbitrary: textOf(schema, name, make).map((value) => [value]) },
          { weight: 1, arbitrary: fc.array(textOf(schema, name, make), { maxLength: 3 }) },
        ),
      ]),
    ),
    { requiredKeys: [] },
  );
  const extra = fc.oneof(
    { weight: 8, arbitrary: fc.constant('') },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '&x=1',
        '&&&',
        '&=',
        '&limit[]=1',
        '&__proto__=1',
        '&query=%ff',
        '&limit',
        '&offset=%00',
      ),
    },
  );
  return fc.tuple(fc.constantFrom('/api', '/api/v1'), parts, query, extra).map(([prefix, given, asked, more]) => {
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodePart(String(given[name])));
    const pairs = Object.entries(asked).flatMap(([name, values]) =>
      (values ?? []).map((value) => `${name}=${encodePart(value)}`),
    );
    return `${prefix}${path}${pairs.length + more.length > 0 ? `?${pairs.join('&')}${more}` : ''}`;
  });
}

function makeBody(
  operation: Operation,
  make: ReturnType<typeof createValueMaker>,
): Arbitrary<{ body: string | undefined; type: string }> {
  const schema = operation.body;
  const seen = fc
    .constantFrom(...world.valueLists)
    .map((values) => ({ tracker: { id: world.bugs }, values, comment: { body: 'seen', format: 'text' } }));
  const loose = {
    field_id: fc.constantFrom(...world.fieldIds),
    value: freeValue,
    bind_value_ids: oddValue,
    links: oddValue,
  };
  const aimed = fc.record(loose, { requiredKeys: ['field_id'] }).map((entry) => ({ values: [entry] }));
  const value =
    schema === undefined
      ? oddValue
      : fc.oneof(make(schema, ''), ...(operation.path.startsWith('/artifacts') ? [seen, aimed] : []));
  const format = fc.constantFrom('json', 'json', 'json', 'xml', 'xml');
  const spoiled = fc
    .tuple(value, fc.oneof(fc.constant([]), fc.array(spoil, { maxLength: 3 })), format, damage)
    .map(([sent, how, kind, harm]) => {
      const final = how.reduce(spoilValue, sent);
      const text = kind === 'json' ? writeJson(final) : writeXml(final, 'request');
      return { body: damageText(text, harm), type: kind === 'json' ? 'application/json' : 'application/xml' };
    });
  const wrongType = fc.tuple(spoiled, fc.constantFrom(...bodyTypes)).map(([sent, type]) => ({ ...sent, type }));
  const none = fc.constant({ body: undefined, type: 'application/json' });
  if (schema === undefined) return fc.oneof({ weight: 9, arbitrary: none }, { weight: 1, arbitrary: wrongType });
  return fc.oneof(
    { weight: 16, arbitrary: spoiled },
    { weight: 2, arbitrary: wrongType },
    { weight: 1, arbitrary: none },
  );
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE'];

function makeRequest(operation: Operation, make: ReturnType<typeof createValueMaker>): Arbitrary<Request> {
  const method = fc.oneof(
    { weight: 19, arbitrary: fc.constant(operation.method) },
    { weight: 1, arbitrary: fc.constantFrom(...methods) },
  );
  return fc
    .tuple(method, makeAddress(operation, make), makeBody(operation, make), accepts, otherHeaders, credentials)
    .map(([chosen, path, { body, type }, accept, others, who]) => ({
      method: chosen,
      path,
      body: chosen === 'TRACE' ? undefined : body,
      credentials: who,
      headers: {
        ...others,
        ...(body === undefined ? {} : { 'content-type': type }),
        ...(accept === undefined ? {} : { accept }),
      },
    }));
}

function credentialHeaders(who: Credentials): OutgoingHttpHeaders {
  switch (who) {
    case 'none':
      return {};
    case 'token':
      return token;
    case 'basic':
      return { authorization: `Basic ${Buffer.from(`ana:${testPassword}`).toString('base64')}` };
    case 'broken':
      return { ...token, 'x-auth-userid': '0' };
  }
}

function send(request: Request): Promise<Answer> {
  const length = request.body === undefined ? {} : { 'content-length': Buffer.byteLength(request.body) };
  const headers = { ...request.headers, ...length, ...credentialHeaders(request.credentials) };
  const { hostname, port } = new URL(test.base);
  const options = { hostname, port, method: request.method, path: request.path, headers, agent };
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(options, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(parts).toString('utf8'),
        }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end(request.body);
  });
}

/** Texts of a well-formed XML answer's `code` and `message`. */
function readXmlAnswer(text: string): { root: string; code: string; message: string } {
  const open: string[] = [];
  const found = new Map<string, string>();
  const parser = new SaxesParser();
  let root = '';
  parser.on('error', (error) => assert.fail(`malformed XML: ${error.message} in ${text.slice(0, 500)}`));
  parser.on('opentag', ({ name }) => {
    if (open.length === 0) root = name;
    open.push(name);
  });
  parser.on('closetag', () => void open.pop());
  parser.on('text', (part) => void found.set(open.join('/'), (found.get(open.join('/')) ?? '') + part));
  parser.write(text).close();
  return { root, code: found.get('response/error/code') ?? '', message: found.get('response/error/message') ?? '' };
}

const reasonPhrase = (status: number): string => (status === 413 ? 'Content Too Large' : (STATUS_CODES[status] ?? ''));

function checkError(status: number, code: unknown, message: string): void {
  assert.equal(Number(code), status);
  assert.ok(message.startsWith(reasonPhrase(status)), `"${message}" does not start with the phrase of ${status}`);
  assert.doesNotMatch(message, /SQLITE|sqlite|\n\s+at |node_modules|node:internal|\/src\/|\.ts\b|undefined|\[object/);
  assert.ok(message.length < 1200, `the message has ${message.length} characters`);
  assert.ok(message.isWellFormed());
}

function checkAnswer(request: Request, answer: Answer): void {
  const { status, text } = answer;
  assert.ok(status >= 200 && status < 500, `${status}: ${text}`);
  const type = answer.headers['content-type'];
  if (request.method === 'HEAD') return assert.equal(text, '');
  if (text === '') {
    assert.ok(status < 400, `${status} has no body`);
    return undefined;
  }
  const { accept } = request.headers;
  if (accept === undefined || accept === 'application/json') assert.equal(type, 'application/json; charset=utf-8');
  if (accept === 'application/xml') assert.equal(type, 'application/xml; charset=utf-8');
  if (type === 'application/xml; charset=utf-8') {
    const { root, code, message } = readXmlAnswer(text);
    assert.equal(root, 'response');
    return status < 400 ? undefined : checkError(status, code, message);
  }
  assert.equal(type, 'application/json; charset=utf-8');
  const body: unknown = JSON.parse(text);
  if (status >= 400) {
    assert.deepEqual(Object.keys(objectOf(body)), ['error']);
    checkError(status, at(body, 'error.code'), String(at(body, 'error.message')));
  }
  return undefined;
}

it('answers every request below 500, in the one shape of errors, and goes on serving', async (t) => {
  const make = createValueMaker(world);
  const operations = listOperations(world.document);
  const writes = operations.filter((operation) => operation.body !== undefined);
  assert.ok(operations.length > 20 && writes.length >= 3, 'the description lists the operations');
  const requests = fc.oneof(
    { weight: 1, arbitrary: fc.oneof(...operations.map((operation) => makeRequest(operation, make))) },
    { weight: 1, arbitrary: fc.oneof(...writes.map((operation) => makeRequest(operation, make))) },
  );
  const counts = new Map<number, number>();
  const property = fc.asyncProperty(requests, async (request) => {
    const answer = await send(request);
    counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1);
    const revokes = request.method === 'DELETE' && request.path.includes('/tokens') && request.credentials !== 'none';
    if (revokes) token = await signIn();
    checkAnswer(request, answer);
  });
  await fc.assert(property, { numRuns: runs, seed, endOnFailure: false });
  t.diagnostic(
    `seed ${seed}; answers by status: ${JSON.stringify(Object.fromEntries([...counts].sort(([a], [b]) => a - b)))}`,
  );
  for (const status of [200, 201, 400, 401, 404, 405])
    assert.ok(counts.has(status), `no request was answered ${status}`);
  await checkService();
});

async function checkService(): Promise<void> {
  const as = 'bruno';
  const read = await test.call(`/api/artifacts/1`, { as });
  assert.equal(read.status, 200, read.text);
  const titleField = at(
    (await test.call(`/api/trackers/${String(at(read.json, 'tracker.id'))}`, { as })).json,
    'semantics.title.field_id',
  );
  const body = { values: [{ field_id: titleField, value: 'still there' }] };
  const changed = await test.call('/api/artifacts/1', { as, method: 'PUT', body });
  assert.equal(changed.status, 200, changed.text);
  assert.equal(at(changed.json, 'title'), 'still there');
}
