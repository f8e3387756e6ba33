// A receiver of webhooks that keeps what it got and answers what a test wants.
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  json: unknown;
}

export interface Receiver {
  url: string;
  received: Received[];
  /** Status of the answers from now on. */
  answer(status: number): void;
  /** Resolves once this holds, looked at after each message. */
  until(holds: () => boolean): Promise<void>;
  close(): void;
}

export async function openReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let status = 204;
  let heard = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      received.push({ headers: request.headers, body, json: JSON.parse(body) });
      response.writeHead(status, { location: '/elsewhere' }).end('thanks');
      heard.resolve();
      heard = Promise.withResolvers();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/hook`,
    received,
    answer: (next) => void (status = next),
    async until(holds) {
      while (!holds()) await heard.promise;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Whether the signature is that of Standard Webhooks: an implementation of its text, without anything of the server's. */
export function isSigned({ headers, body }: Received, secret: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signed = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.');
  const expected = createHmac('sha256', key).update(signed).digest('base64');
  return String(headers['webhook-signature']).split(' ').includes(`v1,${expected}`);
}
