// Makes requests from the description of the API, nearly right ones, and spoils them: addresses, queries, headers, bodies.
import { gzipSync } from 'node:zlib';
import { writeXml } from '../../src/platform/wire/xml-write.ts';
import {
  extraKeys,
  hostileBytes,
  hostileXml,
  makeOddValue,
  oddNumbers,
  oddTexts,
  shortOddTexts,
} from './odd-values.ts';
import type { RawJson } from './odd-values.ts';
import { isObject, listOf, objectOf } from './operations.ts';
import type { Contract, JsonObject, Operation, Parameter } from './operations.ts';
import type { Random } from './random.ts';
import type { WireRequest } from './wire.ts';

/** What exists, so that requests get past the first checks. */
export interface KnownThings {
  /** Ids of anything. */
  ids: readonly number[];
  fieldIds: readonly number[];
  names: readonly string[];
  /** Ids by the first part of their path. */
  things: ReadonlyMap<string, readonly (number | string)[]>;
  trackerId: number;
  /** `values` of artifacts as GET shows them, which PUT and POST take. */
  valueLists: readonly (readonly unknown[])[];
  /** Headers of the ways in which actors prove who they are. */
  credentials: ReadonlyMap<string, readonly (readonly (readonly [string, string])[])[]>;
}

export interface HostileRequest extends WireRequest {
  actor: string;
}

const isRaw = (value: unknown): value is RawJson => isObject(value) && typeof value['rawJson'] === 'string';

/** JSON of values that hold raw text. */
function writeJson(value: unknown): string {
  if (isRaw(value)) return value.rawJson;
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`;
  if (isObject(value)) {
    return `{${Object.entries(value)
      .map(([name, member]) => `${JSON.stringify(name)}:${writeJson(member)}`)
      .join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

/** The same values as XML spells them: raw JSON becomes its text. */
function withoutRaw(value: unknown): unknown {
  if (isRaw(value)) return value.rawJson;
  if (Array.isArray(value)) return value.map(withoutRaw);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutRaw(member)]));
}

export interface Source {
  random: Random;
  contract: Contract;
  known: KnownThings;
}

function makeFreeValue({ random, known }: Source): unknown {
  switch (random.below(6)) {
    case 0:
      return random.pick<unknown>(['a text', 12, 1.5, null, '', '2026-02-28', '2026-02-28T10:00:00Z']);
    case 1:
      return { content: random.pick(oddTexts), format: random.pick(['text', 'html', 'commonmark', null, 'x']) };
    case 2:
      return { granted_groups: [random.pick<unknown>(['101_3', '101_4', '1', '2', 3, null])] };
    case 3:
      return random.pick(known.ids);
    default:
      return makeOddValue(random);
  }
}

/** A value that a schema of the description describes; free places get what field types take. */
function makeValue(source: Source, given: unknown, name: string): unknown {
  const { random, contract, known } = source;
  const reference = objectOf(given)['$ref'];
  const schema =
    typeof reference === 'string' ? objectOf(contract.schemas[reference.split('/').at(-1) ?? '']) : objectOf(given);
  const options = listOf(schema['anyOf'] ?? schema['oneOf']);
  if (options.length > 0) return makeValue(source, random.pick(options), name);
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return random.pick(listOf(schema['enum']));
  switch (schema['type']) {
    case 'object':
      return makeObject(source, schema);
    case 'array':
      return Array.from({ length: random.below(4) }, () => makeValue(source, schema['items'], name));
    case 'integer':
      if (name === 'field_id') return random.pick(known.fieldIds);
      return random.chance(0.6) ? random.pick(known.ids) : random.below(120);
    case 'number':
      return random.next() * 1000;
    case 'boolean':
      return random.chance(0.5);
    case 'null':
      return null;
    case 'string':
      return makeText(source, name);
    default:
      return makeFreeValue(source);
  }
}

function makeText({ random, known }: Source, name: string): string {
  if (name === 'password') return random.pick(['wrong', '', 'x'.repeat(5000)]);
  return random.chance(0.7) ? random.pick(known.names) : String(random.pick(known.ids));
}

function makeObject(source: Source, schema: JsonObject): JsonObject {
  const { random, known } = source;
  const members = Object.entries(objectOf(schema['properties']));
  if (members.length === 0) {
    return Object.fromEntries([0, 1, 2].map(() => [random.pick(known.names), makeFreeValue(source)]));
  }
  const required = new Set(listOf(schema['required']).map(String));
  const chosen = members.filter(([name]) => required.has(name) || random.chance(0.6));
  return Object.fromEntries(chosen.map(([name, member]) => [name, makeValue(source, member, name)]));
}

const countPlaces = (value: unknown): number =>
  typeof value === 'object' && value !== null && !isRaw(value)
    ? Object.values(value).reduce<number>((sum, member) => sum + countPlaces(member), 1)
    : 1;

/** The value with one of its places changed. */
function spoilValue(random: Random, value: unknown): unknown {
  let left = random.below(countPlaces(value));
  const visit = (part: unknown): unknown => {
    left -= 1;
    if (left === -1) return spoilPlace(random, part);
    if (isRaw(part)) return part;
    if (Array.isArray(part)) return part.map(visit);
    if (!isObject(part)) return part;
    return Object.fromEntries(Object.entries(part).map(([name, member]) => [name, visit(member)]));
  };
  return visit(value);
}

function spoilPlace(random: Random, part: unknown): unknown {
  switch (random.below(8)) {
    case 0:
      return isObject(part) ? Object.fromEntries(Object.entries(part).slice(1)) : Array.isArray(part) ? [] : null;
    case 1:
    case 2:
      return isObject(part) && !isRaw(part)
        ? Object.fromEntries([...Object.entries(part), [random.pick(extraKeys), makeOddValue(random)]])
        : [part, makeOddValue(random)];
    case 3:
      return [part];
    case 4:
      return writeJson(part);
    case 5:
      return isObject(part) && !isRaw(part)
        ? { rawJson: writeJson(part).replace(/^\{("(?:[^"\\]|\\.)*":)/, '{$1null,$1') }
        : part;
    default:
      return makeOddValue(random);
  }
}

function damageBytes(random: Random, bytes: Buffer): Buffer {
  const place = random.below(bytes.length + 1);
  const insert = (part: Buffer): Buffer => Buffer.concat([bytes.subarray(0, place), part, bytes.subarray(place)]);
  switch (random.below(6)) {
    case 0:
      return bytes.subarray(0, place);
    case 1:
      return insert(Buffer.from(random.pick(oddTexts)));
    case 2:
      return insert(Buffer.from([random.below(256), random.below(256)]));
    case 3:
      return Buffer.concat([Buffer.from('\ufeff'), bytes]);
    case 4:
      return Buffer.from(bytes.toString('utf8'), 'utf16le');
    default:
      return insert(Buffer.from(random.pick(['<item/>', '<![CDATA[x]]>', '&a;', '"', '{', ',', '<?x y?>', '<!--'])));
  }
}

const bodyTypes: readonly string[] = [
  'application/json',
  'application/json; charset=utf-8',
  'application/xml',
  'application/x-www-form-urlencoded',
  'text/xml',
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/json; charset=latin1',
  'application/json; charset=utf-7',
  'application/json; charset="utf-8"; charset=utf-16',
  'application/merge-patch+json',
  'application/json, application/xml',
  `application/json;${' a=b;'.repeat(500)}`,
  '*/*',
  '/',
  '',
];

interface Body {
  body: Buffer | undefined;
  headers: [string, string][];
}

function makeBody(source: Source, operation: Operation): Body {
  const { random } = source;
  if (operation.body === undefined && random.chance(0.9)) return { body: undefined, headers: [] };
  if (random.chance(0.03)) return { body: undefined, headers: [['Content-Type', random.pick(bodyTypes)]] };
  const isXml = random.chance(0.4);
  let bytes = random.chance(0.06)
    ? random.pick(random.chance(0.5) ? hostileXml : hostileBytes)
    : makeDocument(source, operation, isXml);
  if (random.chance(0.15)) bytes = damageBytes(random, bytes);
  const type = random.chance(0.08) ? random.pick(bodyTypes) : isXml ? 'application/xml' : 'application/json';
  const headers: [string, string][] = [['Content-Type', type]];
  if (random.chance(0.02)) {
    headers.push(['Content-Encoding', random.pick(['gzip', 'deflate', 'br', 'identity', 'x'])]);
    bytes = gzipSync(bytes);
  }
  return { body: bytes, headers };
}

function makeDocument(source: Source, operation: Operation, isXml: boolean): Buffer {
  const { random, known } = source;
  let value =
    operation.body === undefined
      ? makeOddValue(random)
      : operation.path.startsWith('/artifacts') && random.chance(0.6)
        ? makeArtifact(source)
        : makeValue(source, operation.body, '');
  const spoils = random.pick([0, 0, 0, 1, 1, 2, 3]);
  for (let n = 0; n < spoils; n += 1) value = spoilValue(random, value);
  if (operation.path === '/artifacts' && isObject(value) && random.chance(0.7)) {
    value = { ...value, tracker: { id: known.trackerId } };
  }
  return Buffer.from(isXml ? writeXml(withoutRaw(value), 'request') : writeJson(value));
}

function makeArtifact(source: Source): JsonObject {
  const { random, known } = source;
  const comment = { body: random.pick(oddTexts), format: random.pick(['text', 'html', 'commonmark']) };
  if (random.chance(0.5)) {
    return { tracker: { id: known.trackerId }, values: random.pick(known.valueLists), comment };
  }
  const entry = {
    field_id: random.pick(known.fieldIds),
    ...(random.chance(0.7) ? { value: makeFreeValue(source) } : {}),
    ...(random.chance(0.3) ? { bind_value_ids: makeOddValue(random) } : {}),
    ...(random.chance(0.3) ? { links: makeOddValue(random) } : {}),
    ...(random.chance(0.1) ? { all_links: makeOddValue(random) } : {}),
  };
  return { values: [entry], ...(random.chance(0.5) ? { comment } : {}) };
}

/** Percent-encodes texts, or writes them in ways that only careless decoders read. */
function encodePart(random: Random, text: string): string {
  const plain = encodeURIComponent(text.toWellFormed());
  if (!text.isWellFormed()) return `${plain}%ed%a0%80`;
  if (!random.chance(0.03)) return plain;
  return random.pick([
    plain.replaceAll('%', '%25'),
    [...Buffer.from(text.slice(0, 150))].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
    `${plain}%c0%af`,
    `${plain}%e0%80%ae`,
    `${plain}%`,
    `${plain}%u0041`,
    `${plain}\xff\xfe`,
    `${plain};a=b`,
    `${plain}#x`,
    `..%2f${plain}`,
    `${plain}/../${plain}`,
    `${plain}%0d%0aX-Injected:%201`,
  ]);
}

/** Allowed ones let nobody wait. */
const waits = ['0', '0', '0', '-1', '1.5', '86401', 'soon'] as const;

function makeParameter(source: Source, { name, schema }: Parameter): string {
  const { random } = source;
  if (name === 'wait') return random.pick(waits);
  if (random.chance(0.85)) {
    if (name === 'query' && random.chance(0.7)) return makeQueryJson(source);
    return String(makeValue(source, schema, name));
  }
  if (random.chance(0.3)) return String(withoutRaw(random.pick(oddNumbers)));
  return random.pick(shortOddTexts);
}

/** Lists take `query` as JSON with such keys. */
function makeQueryJson({ random, known }: Source): string {
  const keys = ['username', 'shortname', 'identifier', 'is_member_of', 'with_status', 'status', 'labels_id', 'type'];
  const value = random.chance(0.6)
    ? random.pick<unknown>([...known.names.slice(0, 20), true, 'open', 1])
    : makeOddValue(random);
  return writeJson({ [random.chance(0.9) ? random.pick(keys) : random.pick(extraKeys)]: value });
}

function makePath(source: Source, operation: Operation): string {
  const { random, known } = source;
  const thing = operation.path.split('/')[1] ?? '';
  const path = operation.path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const own = known.things.get(thing);
    if (own !== undefined && random.chance(0.8)) return String(random.pick(own));
    const parameter = operation.parameters.find((one) => one.place === 'path' && one.name === name);
    return encodePart(random, makeParameter(source, parameter ?? { name, place: 'path', schema: {} }));
  });
  const pairs = operation.parameters
    .filter(({ place }) => place === 'query')
    .flatMap((parameter) => {
      const times = random.chance(0.6) ? 1 : random.chance(0.1) ? 2 : 0;
      const made = Array.from({ length: times }, () => makeParameter(source, parameter));
      return made.map((value) => `${parameter.name}=${encodePart(random, value)}`);
    });
  if (random.chance(0.06)) pairs.push(random.pick(strayQueries));
  const prefix = random.chance(0.02) ? random.pick(['/API', '/api/v2', '//api', '/api/.', '/api/v1/..']) : '';
  const base = prefix === '' ? random.pick(['/api', '/api/v1']) : prefix;
  return `${base}${path}${random.chance(0.02) ? '/' : ''}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`;
}

const strayQueries: readonly string[] = [
  ['x=1', '&&', '=', 'limit[]=1', '__proto__=1', '__proto__[x]=1', 'constructor=1', 'query=%ff', 'limit', 'offset=%00'],
  [
    'limit=0',
    'limit=-0',
    'limit=1e1',
    'offset=9007199254740991',
    'offset=9007199254740992',
    'limit=%31',
    'a'.repeat(3000),
  ],
].flat();

const oddHeaders: readonly (readonly [string, readonly string[]])[] = [
  [
    'If-Match',
    ['*', '"', '"x"', 'W/"x"', 'x', '"a", "b"', '', ','.repeat(5000), `"${'a'.repeat(6000)}`, 'W/"'.repeat(900)],
  ],
  ['If-None-Match', ['*', '"x"', 'W/"x.y"', ',', `${' '.repeat(6000)}"`, '"a" "b"']],
  ['If-Unmodified-Since', ['Mon, 30 Feb 2026 10:00:00 GMT', '2026-01-01T00:00:00Z', 'x', ' '.repeat(5000), '0']],
  ['If-Modified-Since', ['Sun, 06 Nov 1994 08:49:37 GMT', 'x']],
  ['Range', ['bytes=0-1', 'bytes=9999999-', 'x']],
  [
    'Cookie',
    ['tepal_session=x', '__Host-tepal_session=%ff', '=', ';'.repeat(3000), 'a=b; tepal_session="', '__proto__=1'],
  ],
  ['Origin', ['null', 'https://evil.example', 'http://127.0.0.1', '\xff']],
  ['Referer', ['https://evil.example/', 'x', 'http://[']],
  ['Sec-Fetch-Site', ['same-origin', 'cross-site', 'none', 'x']],
  ['X-Forwarded-For', ['::1', '10.0.0.1, 10.0.0.2', 'x', `${'1.1.1.1,'.repeat(800)}`]],
  ['X-Forwarded-Proto', ['https', 'http', 'x', ',']],
  ['X-Forwarded-Host', ['evil.example', '\xe4', 'a b']],
  ['X-HTTP-Method-Override', ['DELETE', 'x']],
  ['X-Request-Id', ['x', '{}', 'a\tb', 'x'.repeat(5000)]],
  ['User-Agent', ['x'.repeat(5000), '\xff\xfe', '${jndi:ldap://x}', '']],
  ['Accept-Encoding', ['gzip', 'br;q=1', 'identity;q=0', '*;q=0']],
  ['Accept-Language', ['de', '*', ';;;', 'x'.repeat(4000)]],
  ['Authorization', ['Basic', 'Basic !', 'Basic OnB3', 'Bearer x', 'Digest a="b"', '', `Basic ${'A'.repeat(8000)}`]],
  ['X-Auth-Token', ['', 'x', 'a'.repeat(64), 'a'.repeat(8000)]],
  ['X-Auth-UserId', ['', '0', '-1', '1e2', 'x', '１０１', '101 ']],
  ['X-Auth-AccessKey', ['', 'tlp-k1-1.', `tlp-k1-${'9'.repeat(40)}.${'a'.repeat(64)}`, `tlp-k1-1.${'0'.repeat(64)}`]],
  ['Content-Encoding', ['gzip', 'x']],
  ['Transfer-Encoding-', ['chunked']],
  ['__proto__', ['1']],
  ['constructor', ['1']],
];

const accepts: readonly string[] = [
  ['application/json', 'application/json', 'application/xml', 'application/xml', '*/*', 'application/*'],
  ['application/xml;q=0.5, application/json;q=0.4', 'text/html, */*;q=0.1', 'image/png', ';', '', ',;=;q=x,"'],
  ['a/b;c="'.repeat(900), `application/json${';q=1'.repeat(900)}`, ' '.repeat(4000), '\xff', 'application/json;q=1e1'],
].flat();

function makeHeaders({ random, known }: Source, actor: string): [string, string][] {
  const ways = known.credentials.get(actor) ?? [];
  const proof = ways.length === 0 ? [] : random.pick(ways);
  const headers = proof.map(([name, value]): [string, string] => [name, value]);
  if (random.chance(0.4)) headers.push(['Accept', random.pick(['application/json', 'application/xml', '*/*'])]);
  else if (random.chance(0.08)) headers.push(['Accept', random.pick(accepts)]);
  const count = random.pick([0, 0, 0, 0, 0, 0, 0, 1, 1, 2]);
  for (let n = 0; n < count; n += 1) {
    const [name, values] = random.pick(oddHeaders);
    headers.push([name, random.pick(values)]);
  }
  if (random.chance(0.01)) for (let n = 0; n < 60; n += 1) headers.push([`X-A${n}`, 'b']);
  return headers;
}

const otherMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE', 'LOCK', 'QUERY'];

/** A request by one of the actors; the same state of `random` gives the same request for the same known things. */
export function makeRequest(source: Source, actors: readonly string[]): HostileRequest {
  const { random, contract } = source;
  const writes = contract.operations.filter((operation) => operation.body !== undefined);
  const operation = random.pick(random.chance(0.5) ? writes : contract.operations);
  const actor = random.pick(actors);
  const method = random.chance(0.04) ? random.pick(otherMethods) : operation.method;
  const { body, headers } = makeBody(source, operation);
  return {
    actor,
    method,
    path: makePath(source, operation),
    headers: [...makeHeaders(source, actor), ...headers],
    // Node reads no body of a TRACE, and would take it for the next request.
    body: method === 'TRACE' ? undefined : body,
  };
}
