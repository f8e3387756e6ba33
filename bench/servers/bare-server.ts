// The yardstick: the least that a node:http server must do to send given bytes. A short body goes out as a string, in
// one piece with the head; a long one as a buffer, which spares the encoding. Each is the faster way for its length.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BareAnswers, serveParent } from '../measuring/messages.ts';

interface Ready {
  headers: string[];
  body: Buffer | string;
  notModified: string[] | undefined;
}

const stringMaxBytes = 32_768;

const ready = new Map<string, Ready>();
let fallback: Ready | undefined;
let changed: Ready | undefined;

const server = createServer((request, response) => {
  const answer = request.method === 'PUT' ? changed : (ready.get(request.url ?? '') ?? fallback);
  if (answer === undefined) {
    response.writeHead(503).end();
  } else if (answer.notModified !== undefined && request.headers['if-none-match'] !== undefined) {
    response.writeHead(304, answer.notModified).end();
  } else {
    response.writeHead(200, answer.headers).end(answer.body);
  }
});

const port = new Promise<number>((resolve, reject) => {
  server.once('error', reject);
  server.listen({ host: '127.0.0.1', port: 0 }, () => {
    const address: AddressInfo | string | null = server.address();
    if (typeof address === 'object' && address !== null) resolve(address.port);
  });
});

serveParent(BareAnswers, async (answers) => {
  ready.clear();
  for (const { path, method, headers, body, notModified } of answers) {
    const bytes = Buffer.from(body, 'latin1');
    const answer = { headers, body: bytes.length > stringMaxBytes ? bytes : bytes.toString(), notModified };
    if (method === 'PUT') changed = answer;
    else ready.set(path, answer);
  }
  fallback = ready.values().next().value;
  return { port: await port };
});
