// A client that writes any bytes as a request and reads one answer at a time over a connection that it keeps.
import { connect } from 'node:net';
import type { Socket } from 'node:net';

export interface Answer {
  status: number;
  /** By name in lower case; several of one name are joined by a line feed. */
  headers: ReadonlyMap<string, string>;
  /** Status line and headers as they came. */
  head: string;
  body: Buffer;
}

export interface WireRequest {
  method: string;
  /** In ISO 8859-1, so that every byte can be sent. */
  path: string;
  headers: readonly (readonly [name: string, value: string])[];
  body: Buffer | undefined;
}

export interface Wire {
  /** Throws an Error when the connection ends before the answer does, or nothing comes for `timeoutMs`. */
  ask(request: WireRequest): Promise<Answer>;
  close(): void;
}

const timeoutMs = 60_000;

/** The bytes of a request; the length of the body is added. */
export function writeRequest({ method, path, headers, body }: WireRequest): Buffer {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const length = body === undefined ? '' : `Content-Length: ${body.length}\r\n`;
  const head = Buffer.from(`${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${lines}${length}\r\n`, 'latin1');
  return body === undefined ? head : Buffer.concat([head, body]);
}

function readHead(head: string): Pick<Answer, 'status' | 'headers'> {
  const [line = '', ...rest] = head.split('\r\n');
  const headers = new Map<string, string>();
  for (const field of rest) {
    const colon = field.indexOf(':');
    const name = field.slice(0, colon).toLowerCase();
    const value = field.slice(colon + 1).trim();
    const earlier = headers.get(name);
    headers.set(name, earlier === undefined ? value : `${earlier}\n${value}`);
  }
  return { status: Number(line.split(' ')[1]), headers };
}

/** Of an answer that is over for the client once it has begun, because it may have no end. */
export const eventsType = 'text/event-stream; charset=utf-8';

/** The first answer in the bytes and how many it takes; undefined while some are missing. */
function readAnswer(bytes: Buffer, method: string): { answer: Answer; taken: number } | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = bytes.toString('latin1', 0, end);
  const facts = readHead(head);
  if (facts.headers.get('content-type') === eventsType)
    return { answer: { ...facts, head, body: bytes.subarray(end + 4) }, taken: bytes.length };
  const hasBody = method !== 'HEAD' && facts.status !== 204 && facts.status !== 304 && facts.status >= 200;
  if (hasBody && facts.headers.get('transfer-encoding') === 'chunked') {
    const read = readChunks(bytes, end + 4);
    return read && { answer: { ...facts, head, body: read.body }, taken: read.taken };
  }
  const length = hasBody ? Number(facts.headers.get('content-length') ?? 0) : 0;
  const taken = end + 4 + length;
  if (bytes.length < taken) return undefined;
  return { answer: { ...facts, head, body: bytes.subarray(end + 4, taken) }, taken };
}

/** The body in chunks without trailers that starts at `start` (RFC 9112 section 7.1); undefined while some are missing. */
function readChunks(bytes: Buffer, start: number): { body: Buffer; taken: number } | undefined {
  const chunks: Buffer[] = [];
  for (let at = start; ;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    const next = lineEnd + 2 + size + 2;
    if (bytes.length < next) return undefined;
    if (size === 0) return { body: Buffer.concat(chunks), taken: next };
    chunks.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = next;
  }
}

/** Opens connections to the server as they are needed. */
export function openWire(port: number): Wire {
  let socket: Socket | undefined;
  const open = (): Socket => {
    const made = connect(port, '127.0.0.1');
    made.setNoDelay(true);
    return made;
  };
  const exchange = (used: Socket, request: WireRequest): Promise<Answer> =>
    new Promise((resolve, reject) => {
      let heard: Buffer = Buffer.alloc(0);
      const finish = (act: () => void): void => {
        clearTimeout(timer);
        used.off('data', onData).off('error', onError).off('close', onClose);
        act();
      };
      const onData = (part: Buffer): void => {
        heard = heard.length === 0 ? part : Buffer.concat([heard, part]);
        const read = readAnswer(heard, request.method);
        if (read !== undefined) finish(() => resolve(read.answer));
      };
      const onError = (error: Error): void => finish(() => reject(error));
      const onClose = (): void => finish(() => reject(new Error('the connection ended before the answer')));
      const timer = setTimeout(() => finish(() => reject(new Error(`no answer in ${timeoutMs} ms`))), timeoutMs);
      used.on('data', onData).on('error', onError).on('close', onClose);
      used.write(writeRequest(request));
    });
  return {
    async ask(request) {
      const kept = socket !== undefined && !socket.destroyed && socket.writable ? socket : undefined;
      const used = kept ?? open();
      socket = used;
      try {
        const answer = await exchange(used, request);
        const closes =
          answer.headers.get('content-type') === eventsType ||
          answer.headers.get('connection')?.toLowerCase() === 'close';
        // Whatever follows an answer that closes belongs to no request.
        if (closes || request.method === 'CONNECT') {
          used.destroy();
          socket = undefined;
        }
        return answer;
      } catch (error) {
        used.destroy();
        socket = undefined;
        throw error;
      }
    },
    close: () => void socket?.destroy(),
  };
}
