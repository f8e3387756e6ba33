// Sends answers, with the headers that all of them have, and counts them.
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { chunksInSlices } from '../../concurrency/time-slices.ts';
import { freeBytes } from '../../memory/free-bytes.ts';
import type { RouteMetrics } from './metrics.ts';
import type { OwnBytes } from '../routes/route.ts';

/** An answer as it goes out, but for the id of its request and what the connection adds. */
export interface Ready {
  status: number;
  /** Names and values in turn. */
  head: readonly string[];
  /** A short text goes out in one piece with the head; a long one is encoded once. */
  text: string | Buffer | undefined;
  /** The bytes are this answer's alone: they are freed when the system has taken them. */
  own?: OwnBytes | undefined;
  /** In the place of `text`: asked for the next one when the client has taken those before it; of UTF-8 where they are texts. */
  chunks?: AsyncIterable<string | Uint8Array> | undefined;
  /** Whether its connection is closed after it. */
  isLast?: boolean | undefined;
}

/** With Content-Length; `headers` by name. */
export function readyOf(
  status: number,
  headers: Readonly<Record<string, string | undefined>>,
  body?: string | Buffer,
): Ready {
  const head: string[] = [];
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) head.push(name, value);
  if (status !== 304) head.push('content-length', String(body === undefined ? 0 : Buffer.byteLength(body)));
  return { status, head, text: body };
}

const everywhere = ['x-content-type-options', 'nosniff'];

/** Whether the connection itself is encrypted, whatever a proxy before it says. */
export const isTls = ({ socket }: { socket: Socket }): boolean => 'encrypted' in socket;

/** Headers of every answer; nothing is said of transport security without TLS (RFC 6797, 7.2). */
const headersOfAll = (request: { socket: Socket }): readonly string[] =>
  isTls(request) ? [...everywhere, 'strict-transport-security', 'max-age=31536000'] : everywhere;

/** What an answer is sent for. */
interface Sent {
  response: ServerResponse;
  /** Of the request. */
  id: string;
  beganAtMs: number;
  metrics: RouteMetrics;
}

/**
 * Sends an answer, and waits for the end where it comes in parts. Counts it once all of it is handed to the system; one whose client went
 * away before is not counted. Rejects where a part can't be made: the connection breaks off then, so that nobody takes a part for the
 * whole; a client that leaves ends it silently.
 */
export function send({ response, id, beganAtMs, metrics }: Sent, ready: Ready): Promise<void> | void {
  const { status, head, text, own, chunks, isLast } = ready;
  const count = (): void => {
    if (!response.destroyed) metrics.add(status, performance.now() - beganAtMs);
  };
  if (response.destroyed) {
    // A generator that never began has nothing to end.
    if (chunks instanceof Readable) chunks.destroy();
    return undefined;
  }
  const all = [...head, ...headersOfAll(response.req), 'x-request-id', id];
  if (isLast === true) all.push('connection', 'close');
  response.writeHead(status, all);
  const isHead = response.req.method === 'HEAD';
  if (chunks !== undefined && !isHead) return sendChunks(response, chunks).then(count);
  // Collecting garbage for their sake takes half of the processor time of such answers.
  if (own !== undefined) response.once('finish', () => freeBytes(own));
  response.end(isHead ? undefined : text);
  count();
  return undefined;
}

async function sendChunks(response: ServerResponse, chunks: NonNullable<Ready['chunks']>): Promise<void> {
  try {
    await pipeline(Readable.from(chunksInSlices(chunks), { objectMode: false }), response);
  } catch (error) {
    if (!isClientGone(error)) throw error;
  }
}

const isClientGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && goneCodes.some((code) => code === error.code);

const goneCodes = ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE'] as const;
