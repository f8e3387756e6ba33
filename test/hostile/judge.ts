// What every answer must be, whatever was asked: the contract's statuses and shapes, and nothing that leaks.
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { STATUS_CODES } from 'node:http';
import { SaxesParser } from 'saxes';
import type { HostileRequest } from './make-request.ts';
import { isObject, objectOf } from './operations.ts';
import type { Contract } from './operations.ts';
import { eventsType } from './wire.ts';
import type { Answer } from './wire.ts';

const errorMembers = new Set(['code', 'message', 'reason', 'i18n_error_messages', 'i18n', 'i18n_messages']);

/** Refusals that any route may give, besides those that the description names with `default`. */
const refusals = new Set([400, 401, 403, 404, 405, 406, 408, 409, 412, 413, 414, 415, 417, 429, 431]);

/** What is stored and never told. */
const stored: readonly RegExp[] = [
  /\$argon2|password_hash|legacy_password|unix_name|values_json|settings_json|artifact_keys|search_text|site_version/,
];

/** What only the inside of the program or of its database says; no generated request holds it. */
const leaks: readonly RegExp[] = [
  ...stored,
  /SQLITE_|sqlite|constraint failed|no such (?:table|column)|syntax error|near "|datatype mismatch/i,
  /node_modules|node:internal|node:[a-z]+\/|\/src\/|\/dist\/|\.ts:\d|\.m?js:\d|\n\s+at |tepal\.sqlite/,
  /TypeError|RangeError|ReferenceError|SyntaxError|Cannot read prop|is not a function|is not iterable|\[object /,
  /FST_ERR|ERR_[A-Z]+_|ECONN|ENOENT|EACCES|\bkysely\b|find-my-way|\bsaxes\b|typebox/i,
];

/** A folder of the server; only the settings and the audit of their changes tell their readers, and Subversion repositories site administrators. */
const folder = /\/tmp\/tepal/;
const tellsFolders = ({ path, actor }: HostileRequest): boolean =>
  /^\/api(?:\/v1)?\/(?:admin\/settings|audit_events)\/?(?![^?#])/.test(path) ||
  (actor === 'site-admin' && /^\/api(?:\/v1)?\/svn(?![^/?#])/.test(path));
/** Tell site administrators of the program and of what it stands on, in these words too. */
const isOfServer = ({ path }: HostileRequest): boolean =>
  /^\/api(?:\/v1)?\/admin\/(?:health|log|trials)\/?(?![^?#])/.test(path);

const leaksOf = (request: HostileRequest, status: number): readonly RegExp[] => {
  if (isOfServer(request) && status === 200) return stored;
  return tellsFolders(request) ? leaks : [...leaks, folder];
};

const jsonType = 'application/json; charset=utf-8';
const xmlType = 'application/xml; charset=utf-8';
/** Of answers that are written bit by bit. */
const isStreamType = (type: string | undefined): boolean => type === 'text/csv; charset=utf-8' || type === eventsType;
/** What is saved as a file has a form of its own. */
const isFile = ({ status, headers }: Answer): boolean =>
  status < 400 && headers.get('content-disposition')?.startsWith('attachment') === true;

/** Browsers are shown a page where no route answers; below the API they are told as everybody. */
const isPage = (request: HostileRequest, { status, headers }: Answer): boolean =>
  status === 404 &&
  headers.get('content-type') === 'text/html; charset=utf-8' &&
  fieldOf(request, 'accept')?.startsWith('text/html') === true &&
  !request.path.startsWith('/api/');

/** Without the pages' own program, which knows the names of errors. */
const toldIn = (request: HostileRequest, answer: Answer, text: string): string =>
  isPage(request, answer) ? text.replaceAll(/<script nonce=[^]*?<\/script>/g, '') : text;

export interface JudgeFacts {
  contract: Contract;
  markers: readonly string[];
}

const fieldOf = ({ headers }: HostileRequest, name: string): string | undefined =>
  headers.find(([given]) => given.toLowerCase() === name)?.[1];

const decoders = new Map([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
]);

/** The body as its coding says. Throws for one that is not coded so. */
function textOf({ headers, body }: Answer): string {
  const decode = decoders.get(headers.get('content-encoding') ?? '');
  return (decode === undefined || body.length === 0 ? body : decode(body)).toString('utf8');
}

/** What is wrong with the answer; undefined when nothing is. */
export function findFault(request: HostileRequest, answer: Answer, facts: JudgeFacts): string | undefined {
  const text = textOf(answer);
  if (!(answer.status >= 200 && answer.status < 500)) return `the status is ${answer.status}`;
  return (
    findLeak(`${answer.head}\n${text}`, facts.markers, []) ??
    findLeak(`${answer.head}\n${toldIn(request, answer, text)}`, [], leaksOf(request, answer.status)) ??
    findStatusFault(request, answer.status, facts.contract) ??
    findHeaderFault(request, answer) ??
    findBodyFault(request, answer, text)
  );
}

function findLeak(whole: string, markers: readonly string[], inside: readonly RegExp[]): string | undefined {
  const secret = markers.find((marker) => whole.includes(marker));
  if (secret !== undefined) return `the secret ${secret} leaks`;
  for (const leak of inside) {
    const found = leak.exec(whole);
    if (found !== null) return `"${found[0].trim()}" leaks`;
  }
  return undefined;
}

function findStatusFault({ method, path }: HostileRequest, status: number, contract: Contract): string | undefined {
  if (status >= 400) return refusals.has(status) ? undefined : `the refusal ${status} is no general one`;
  const plain = (path.split(/[?#]/)[0] ?? '').replace(/^\/api(?:\/v1)?/, '');
  const operations = contract.find(plain);
  if (operations === undefined) return `${status} for a path that the contract does not have`;
  if (method === 'OPTIONS') return status === 200 ? undefined : `${status} for OPTIONS`;
  const operation = operations.get(method === 'HEAD' ? 'GET' : method);
  if (operation === undefined) return `${status} for a method that the contract does not have`;
  return operation.successes.has(status) ? undefined : `the contract declares no ${status} here`;
}

function findHeaderFault(request: HostileRequest, answer: Answer): string | undefined {
  const { status, headers, body } = answer;
  if (headers.has('x-injected')) return 'a header was injected';
  if (headers.get('x-content-type-options') !== 'nosniff') return 'nosniff is missing';
  for (const [name, value] of headers) if (value.includes('\n')) return `the header ${name} is there twice`;
  if (status === 405 && !headers.has('allow')) return 'Allow is missing';
  if (status === 429 && !headers.has('retry-after')) return 'Retry-After is missing';
  if (body.length === 0 || isFile(answer) || isPage(request, answer)) return undefined;
  const type = headers.get('content-type');
  if (isStreamType(type)) return status < 400 ? undefined : `a refusal is ${type}`;
  if (type !== jsonType && type !== xmlType) return `the content type is ${type}`;
  const accept = fieldOf(request, 'accept');
  if ((accept === undefined || accept === 'application/json') && type !== jsonType) return 'it is not valid JSON';
  return accept === 'application/xml' && status < 400 && type !== xmlType ? 'it is no XML' : undefined;
}

function findBodyFault(request: HostileRequest, answer: Answer, text: string): string | undefined {
  if (request.method === 'HEAD') return text === '' ? undefined : 'HEAD has a body';
  if (text === '') return answer.status >= 400 ? `${answer.status} has no body` : undefined;
  if (isStreamType(answer.headers.get('content-type')) || isFile(answer) || isPage(request, answer)) return undefined;
  if (answer.headers.get('content-type') === xmlType) {
    const { fault, root, code, message } = readXmlAnswer(text);
    if (fault !== undefined) return `the XML is malformed: ${fault}`;
    if (root !== 'response') return `the root element is ${root}`;
    return answer.status < 400 ? undefined : findErrorFault(answer.status, code, message);
  }
  // A success is written by the schema's own serializer or kept as the text that it gave: parsing it proves it is JSON.
  const body: unknown = parseJson(text);
  if (body === undefined) return 'the JSON is malformed';
  if (answer.status < 400) return undefined;
  const error = objectOf(objectOf(body)['error']);
  if (!isObject(body) || Object.keys(body).join() !== 'error') return 'the error has another shape';
  const stray = Object.keys(error).find((key) => !errorMembers.has(key));
  if (stray !== undefined) return `the error has the member ${stray}`;
  return findErrorFault(answer.status, error['code'], String(error['message']));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const reasonPhrase = (status: number): string => (status === 413 ? 'Content Too Large' : (STATUS_CODES[status] ?? ''));

function findErrorFault(status: number, code: unknown, message: string): string | undefined {
  if (Number(code) !== status) return `the error's code is ${String(code)}, not ${status}`;
  if (!message.startsWith(reasonPhrase(status))) return `"${message.slice(0, 50)}" does not start with the phrase`;
  if (message.length > 1200) return `the message has ${message.length} characters`;
  return message.isWellFormed() ? undefined : 'the message holds half a character';
}

interface XmlAnswer {
  fault: string | undefined;
  root: string;
  code: string;
  message: string;
}

function readXmlAnswer(text: string): XmlAnswer {
  const open: string[] = [];
  const found = new Map<string, string>();
  const parser = new SaxesParser();
  let root = '';
  let fault: string | undefined;
  parser.on('error', (error) => void (fault ??= error.message));
  parser.on('opentag', ({ name }) => {
    if (open.length === 0) root = name;
    open.push(name);
  });
  parser.on('closetag', () => void open.pop());
  parser.on('text', (part) => {
    const place = open.join('/');
    if (open.length === 3) found.set(place, (found.get(place) ?? '') + part);
  });
  parser.write(text).close();
  const of = (name: string): string => found.get(`response/error/${name}`) ?? '';
  return { fault, root, code: of('code'), message: of('message') };
}
