// Sends bodies that are made while they go out, so that no answer is held as a whole.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ServerResponse } from 'node:http';
import type { Ready } from './respond.ts';
import type { AnswerStream } from '../routes/route.ts';
import { chunksInTurns } from '../../concurrency/turns.ts';

/**
 * Sends the head, then the chunks as fast as the client takes them. Where a chunk can't be made, the connection breaks
 * off, so that no client takes a part for the whole, and the error is thrown; a client that leaves ends it silently.
 */
export async function sendStream(
  response: ServerResponse,
  { status, head }: Ready,
  { chunks }: AnswerStream,
  requestId: string,
): Promise<void> {
  if (response.destroyed) {
    // The client left before; a generator that never began has nothing to end.
    if (chunks instanceof Readable) chunks.destroy();
    return;
  }
  response.writeHead(status, [...head, 'x-request-id', requestId]);
  if (response.req.method === 'HEAD') return void response.end();
  try {
    await pipeline(Readable.from(chunksInTurns(chunks), { objectMode: false }), response);
  } catch (error) {
    if (!isClientGone(error)) throw error;
  }
}

const isClientGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && goneCodes.some((code) => code === error.code);

const goneCodes = ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE'] as const;
