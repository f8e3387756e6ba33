// What is answered to bytes that are no HTTP request, to expectations that can't be met and to what is refused before any
// work: the pipeline never sees these, so the answer is written by hand.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { discardUnread, isDrainable } from './arriving-bodies.ts';
import { errorBody } from './error-answer.ts';
import type { ErrorAnswer } from './error-answer.ts';
import { chooseErrorFormat } from '../formats/negotiation.ts';
import { jsonType, xmlType } from './respond.ts';
import { statusPhrases } from './node-http.ts';
import { writeXml } from '../../wire/xml-write.ts';

const texts: Readonly<Record<string, readonly [status: number, text: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'the request did not arrive in time; send it anew'],
  HPE_HEADER_OVERFLOW: [431, 'the request line and headers exceed 16 KiB together; send fewer or shorter ones'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'the chunk extensions exceed 16 KiB; leave them out'],
};

const headMaxBytes = 16_384; // Bytes of one request line; more are answered 414.

/** Sends a refusal in the format that the caller accepts; what it still sends of its body is thrown away. */
export function writeRefusal(request: IncomingMessage, response: ServerResponse, answer: ErrorAnswer): void {
  const isXml = chooseErrorFormat(request.headers.accept) === 'xml';
  const text = isXml ? writeXml(answer.body) : JSON.stringify(answer.body);
  response.writeHead(answer.status, {
    'content-type': isXml ? xmlType : jsonType,
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    vary: 'Accept',
    ...answer.headers,
    ...(isDrainable(request) ? {} : { connection: 'close' }),
  });
  response.end(text);
  discardUnread(request);
}

/** Answers an `Expect` other than `100-continue`, which Node asks about before the request starts (RFC 9110, 10.1.1). */
export function refuseExpectation(request: IncomingMessage, response: ServerResponse): void {
  const text = 'the only expectation that can be met is 100-continue';
  writeRefusal(request, response, errorBody(417, text, { connection: 'close' }));
}

/** Answers a connection that is one too many, in JSON, and closes it. */
export function refuseSurplus(socket: Socket): void {
  endWith(socket, 503, 'too many connections are open; try again in a moment', ['Retry-After: 1']);
}

/** Answers a connection whose bytes could not be parsed, in JSON (spec ruling 6), and closes it. */
export function refuseConnection(error: Error & { code?: string; rawPacket?: unknown }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  if (error.code === 'HPE_HEADER_OVERFLOW' && isLongLine(error.rawPacket)) {
    endWith(socket, 414, 'the request line exceeds 16 KiB; send a shorter path or query');
    return;
  }
  const [status, text] = texts[error.code ?? ''] ?? [400, 'this is no HTTP/1.1 request (RFC 9112)'];
  endWith(socket, status, text);
}

/** Whether the bytes that were read last begin with a line that is too long. */
function isLongLine(bytes: unknown): boolean {
  if (!(bytes instanceof Uint8Array)) return false;
  const end = bytes.indexOf(10);
  return (end === -1 ? bytes.length : end) >= headMaxBytes;
}

function endWith(socket: Socket, status: number, text: string, headers: readonly string[] = []): void {
  const body = JSON.stringify(errorBody(status, text, {}).body);
  const head = [
    `HTTP/1.1 ${status} ${statusPhrases[status] ?? ''}`,
    `Content-Type: ${jsonType}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
    ...headers,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
