// One request over a connection that stays open, without a client library that would try again by itself.
import { request } from 'node:http';
import type { Agent, IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';

export interface Order {
  method: string;
  /** Below `/api`. */
  path: string;
  body?: unknown;
}

export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

export interface Line {
  /** Such as `http://127.0.0.1:8080`. */
  base: string;
  credentials: Readonly<Record<string, string>>;
  agent: Agent;
}

/** Rejects where the answer does not arrive as a whole. */
export async function send({ base, credentials, agent }: Line, { method, path, body }: Order): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const sent = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  const headers = {
    ...credentials,
    ...(sent === undefined ? {} : { 'content-type': 'application/json', 'content-length': sent.length }),
  };
  const outgoing = request(`${base}/api${path}`, { method, headers, agent }, (response) => {
    text(response).then((whole) => {
      if (response.complete) resolve({ status: response.statusCode ?? 0, headers: response.headers, text: whole });
      else reject(new Error('the answer broke off'));
    }, reject);
  });
  outgoing.on('error', reject);
  outgoing.end(sent);
  return promise;
}
