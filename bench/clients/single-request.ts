// One request at a time, for what happens outside the measurements.
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Value } from 'typebox/value';
import type { Static, TSchema } from 'typebox';

export interface Order {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface WholeAnswer {
  status: number;
  /** Names and values in turn, as they arrived. */
  rawHeaders: readonly string[];
  body: Buffer;
}

/** Sends one request on a connection of its own. */
export async function sendRequest(port: number, { method = 'GET', path, headers, body }: Order): Promise<WholeAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<WholeAnswer>();
  const outgoing = request(
    { host: '127.0.0.1', port, method, path, headers: headers ?? {}, agent: false },
    (response) => {
      buffer(response).then(
        (bytes) => resolve({ status: response.statusCode ?? 0, rawHeaders: response.rawHeaders, body: bytes }),
        reject,
      );
    },
  );
  outgoing.on('error', reject);
  outgoing.end(body);
  return promise;
}

/** As sendRequest, and reads the body as JSON of the given shape. Throws Error for any status but 200 and 201. */
export async function requestJson<S extends TSchema>(port: number, order: Order, schema: S): Promise<Static<S>> {
  const { status, body } = await sendRequest(port, order);
  if (status !== 200 && status !== 201)
    throw new Error(`${order.method ?? 'GET'} ${order.path}: status ${status}, ${body.toString()}`);
  return Value.Parse(schema, JSON.parse(body.toString()));
}

/** The request as it goes over a connection that stays open, in Latin-1; `body` must be ASCII. */
export function writeRequest({ method = 'GET', path, headers = {}, body }: Order): string {
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: 127.0.0.1'];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  if (body !== undefined) lines.push('Content-Type: application/json', `Content-Length: ${body.length}`);
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`;
}
