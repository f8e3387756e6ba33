// What is answered to bytes that are no HTTP request and to expectations that can't be met: the pipeline never sees
// these, so the answer is written by hand.
import { statusPhrases } from './status-phrase.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { errorBody } from './error-answer.ts';
import { jsonType } from './respond.ts';

const texts: Readonly<Record<string, readonly [status: number, text: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'the request did not arrive in time; send it anew'],
  HPE_HEADER_OVERFLOW: [431, 'the request line and headers exceed 16 KiB together; send fewer or shorter ones'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'the chunk extensions exceed 16 KiB; leave them out'],
};

/** Answers an `Expect` other than `100-continue`, which Node asks about before the request starts (RFC 9110, 10.1.1). */
export function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const answer = errorBody(417, 'the only expectation that can be met is 100-continue', {});
  const text = JSON.stringify(answer.body);
  response.writeHead(answer.status, {
    'content-type': jsonType,
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  });
  response.end(text);
}

/** Answers a connection whose bytes could not be parsed, in JSON (spec ruling 6), and closes it. */
export function refuseConnection(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const [status, text] = texts[error.code ?? ''] ?? [400, 'this is no HTTP/1.1 request (RFC 9112)'];
  const body = JSON.stringify(errorBody(status, text, {}).body);
  const head = [
    `HTTP/1.1 ${status} ${statusPhrases[status] ?? ''}`,
    `Content-Type: ${jsonType}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
