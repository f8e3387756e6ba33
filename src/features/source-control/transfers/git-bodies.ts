// Requests for what a repository holds: small ones, which are kept until they are whole, and read for what they want.
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { invalid, rateLimited, tooLarge, unavailable } from '../../../platform/errors.ts';

const unzip = promisify(gunzip);

/** Of one request, as it is when it is no longer compressed: it names commits by their hashes. */
export const requestMaxBytes = 8_388_608;
/** Of all requests that come or wait, and of those of one address. */
export const heldMaxBytes = 67_108_864;
export const heldMaxBytesPerNetwork = 16_777_216;
const retryAfterS = 5;

export interface HeldBody {
  bytes: Buffer;
  /** Once it is no longer needed. */
  release(): void;
}

export type HoldBody = (
  body: AsyncIterable<Uint8Array>,
  from: { network: string; isZipped: boolean },
) => Promise<HeldBody>;

/**
 * Keeps requests, as many bytes of them as there is room for. Throws too-large for a long one, rate-limited and unavailable where
 * there is no room, invalid for what is said to be compressed and is not, and what the body throws.
 */
export function createBodyRoom(): HoldBody {
  const byNetwork = new Map<string, number>();
  let heldBytes = 0;
  const take = (network: string, bytes: number): void => {
    const own = (byNetwork.get(network) ?? 0) + bytes;
    if (bytes > 0 && own > heldMaxBytesPerNetwork)
      throw rateLimited('too many of your requests are waiting; try again in a moment', retryAfterS);
    if (bytes > 0 && heldBytes + bytes > heldMaxBytes)
      throw unavailable('too many requests at once; try again in a moment');
    heldBytes += bytes;
    if (own === 0) byNetwork.delete(network);
    else byNetwork.set(network, own);
  };
  return async (body, { network, isZipped }) => {
    let sizeBytes = 0;
    const grow = (bytes: number): void => {
      if (sizeBytes + bytes > requestMaxBytes) throw tooLarge(`a request can have at most ${requestMaxBytes} bytes`);
      take(network, bytes);
      sizeBytes += bytes;
    };
    const release = (): void => {
      take(network, -sizeBytes);
      sizeBytes = 0;
    };
    try {
      const chunks: Uint8Array[] = [];
      for await (const chunk of body) {
        grow(chunk.length);
        chunks.push(chunk);
      }
      const sent = Buffer.concat(chunks);
      if (!isZipped) return { bytes: sent, release };
      const bytes = await inflate(sent);
      release();
      grow(bytes.length);
      return { bytes, release };
    } catch (error) {
      release();
      throw error;
    }
  };
}

async function inflate(sent: Buffer): Promise<Buffer> {
  try {
    return await unzip(sent, { maxOutputLength: requestMaxBytes });
  } catch (error) {
    if (error instanceof RangeError)
      throw tooLarge(`an uncompressed request can have at most ${requestMaxBytes} bytes`);
    throw invalid('the body is not compressed as stated in Content-Encoding');
  }
}

const linesPerTurn = 2000;
const headLength = 4;

/**
 * The objects that a request wants (gitprotocol-pack(5), gitprotocol-v2(5)), once each. Throws invalid for what are no lines of
 * the protocol.
 */
export async function readWants(request: Buffer): Promise<string[]> {
  const wants = new Set<string>();
  let count = 0;
  for (let at = 0; at < request.length;) {
    const head = request.toString('latin1', at, at + headLength);
    const length = /^[\da-f]{4}$/i.test(head) ? Number.parseInt(head, 16) : -1;
    // Lengths below 4 are signs without a line; 3 is none.
    const isSign = length >= 0 && length < 3;
    if (!isSign && (length < headLength || at + length > request.length))
      throw invalid('the body is not a Git request: the length of a line is wrong');
    const line = isSign ? '' : request.toString('latin1', at + headLength, Math.min(at + length, at + 80));
    // Git reads as many digits as hashes of the repository have.
    const [, short, rest] = /^want ([\da-f]{40})([\da-f]{24})?/i.exec(line) ?? [];
    if (short !== undefined) wants.add(short.toLowerCase());
    if (short !== undefined && rest !== undefined) wants.add((short + rest).toLowerCase());
    at += isSign ? headLength : length;
    count += 1;
    if (count % linesPerTurn === 0) await nextTurn();
  }
  return [...wants];
}
