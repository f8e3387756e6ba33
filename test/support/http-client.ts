// The HTTP client of most tests: one request after another over connections that it keeps. It takes about 60 percent of the
// processor time of node:http.
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import lightMyRequest from 'light-my-request';
import type { InjectOptions, Response } from 'light-my-request';
import type { HttpServer } from '../../src/platform/http/index.ts';

export interface Sent {
  method: string;
  /** With the query; is normalised as URLs are. */
  path: string;
  /** By names in lower case. */
  headers: Readonly<Record<string, string>>;
  body: string | undefined;
}

export interface Heard {
  status: number;
  headers: Headers;
  text: string;
}

/** What comes next of an answer: so many bytes, all up to an empty line or a line's end, or all until the connection ends. */
type Piece = number | '\r\n\r\n' | '\r\n' | 'end';

/** Takes the pieces that it asks for. RFC 9112, section 6.3. */
function* readAnswer(method: string): Generator<Piece, Heard, Buffer> {
  for (;;) {
    const [first = '', ...lines] = (yield '\r\n\r\n').toString('latin1').split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1]);
    if (Number.isNaN(status)) throw new Error(`no answer of HTTP/1.1: ${first}`);
    const headers = new Headers();
    for (const line of lines) {
      const end = line.indexOf(':');
      headers.append(line.slice(0, end), line.slice(end + 1));
    }
    if (status < 200) continue;
    const hasBody = method !== 'HEAD' && status !== 204 && status !== 304;
    return { status, headers, text: hasBody ? (yield* readBody(headers)).toString() : '' };
  }
}

function* readBody(headers: Headers): Generator<Piece, Buffer, Buffer> {
  const length = headers.get('content-length');
  if (headers.get('transfer-encoding') !== 'chunked') return yield length === null ? 'end' : Number(length);
  const chunks: Buffer[] = [];
  for (;;) {
    const size = Number.parseInt((yield '\r\n').toString('latin1'), 16);
    chunks.push((yield size + 2).subarray(0, size));
    if (size === 0) return Buffer.concat(chunks);
  }
}

/** A connection that carries one request at a time. */
class Line {
  readonly #socket: Socket;
  #parts: Buffer[] = [];
  #bytes = 0;
  #reading: Generator<Piece, Heard, Buffer> | undefined;
  #wanted: Piece = 'end';
  #answer = Promise.withResolvers<Heard>();

  constructor({ hostname, port }: URL, closed: (line: Line) => unknown) {
    this.#socket = connect({ host: hostname.replace(/[[\]]/g, ''), port: Number(port), noDelay: true });
    this.#socket.on('data', (part: Buffer) => {
      this.#parts.push(part);
      this.#bytes += part.length;
      this.#read(false);
    });
    this.#socket.on('error', (error) => this.#fail(error));
    this.#socket.on('close', () => {
      closed(this);
      this.#read(true);
      this.#fail(new Error('the connection closed before the answer was there'));
    });
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed;
  }

  ask(method: string, text: string): Promise<Heard> {
    this.#answer = Promise.withResolvers<Heard>();
    this.#reading = readAnswer(method);
    this.#continue(this.#reading.next());
    this.#socket.ref();
    this.#socket.write(text);
    return this.#answer.promise;
  }

  #fail(error: Error): void {
    this.#reading = undefined;
    this.#answer.reject(error);
  }

  /** Hands over what is there, as far as it is what is wanted. */
  #read(isEnd: boolean): void {
    for (let piece; this.#reading !== undefined && (piece = this.#take(isEnd)) !== undefined;)
      try {
        this.#continue(this.#reading.next(piece));
      } catch (error) {
        this.#fail(error instanceof Error ? error : new Error(String(error)));
      }
  }

  #continue(step: IteratorResult<Piece, Heard>): void {
    if (step.done !== true) {
      this.#wanted = step.value;
      return;
    }
    this.#reading = undefined;
    if (this.#bytes > 0) throw new Error(`more than one answer came to a request: ${String(this.#parts[0])}`);
    // Waiting for the next request keeps no process.
    this.#socket.unref();
    this.#answer.resolve(step.value);
  }

  #take(isEnd: boolean): Buffer | undefined {
    const wanted = this.#wanted;
    if (wanted === 'end' ? !isEnd : typeof wanted === 'number' && this.#bytes < wanted) return undefined;
    const all = this.#parts.length === 1 ? this.#parts[0] : Buffer.concat(this.#parts);
    if (all === undefined) return undefined;
    const end = wanted === 'end' ? all.length : typeof wanted === 'number' ? wanted : all.indexOf(wanted);
    this.#parts = [all];
    if (end < 0) return undefined;
    const rest = all.subarray(typeof wanted === 'string' && wanted !== 'end' ? end + wanted.length : end);
    this.#parts = rest.length === 0 ? [] : [rest];
    this.#bytes = rest.length;
    return all.subarray(0, end);
  }
}

/** Connections that wait for a request, by host. */
const idle = new Map<string, Set<Line>>();

/** Sends the request to the server at `base`, over plain HTTP. Throws where no whole answer comes. */
export async function sendRequest(base: string, { method, path, headers, body }: Sent): Promise<Heard> {
  const url = new URL(base + path);
  const waiting = idle.get(url.host) ?? new Set();
  idle.set(url.host, waiting);
  const [line = new Line(url, (closed) => waiting.delete(closed))] = waiting;
  waiting.delete(line);
  const length = body !== undefined || /^P(?:OST|UT|ATCH)$/.test(method) ? Buffer.byteLength(body ?? '') : undefined;
  const all = { host: url.host, ...(length === undefined ? {} : { 'content-length': String(length) }), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `${method} ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('')}\r\n`;
  const heard = await line.ask(method, head + (body ?? ''));
  if (line.isOpen && heard.headers.get('connection') !== 'close') waiting.add(line);
  return heard;
}

/** The answer of a server to a request without a connection; it need not listen. */
export const inject = ({ handle }: Pick<HttpServer, 'handle'>, options: InjectOptions): Promise<Response> =>
  lightMyRequest((request, response) => handle(request, response), options);
