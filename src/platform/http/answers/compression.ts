// Compresses answers in JSON and XML for clients that take it. The entity tag stays: it names the version, not the bytes (ADR 79).
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { BrotliOptions, ZlibOptions } from 'node:zlib';
import { createSemaphore } from '../../concurrency/semaphore.ts';
import { freeBytes } from '../../memory/free-bytes.ts';
import { chooseCoding, codings } from '../formats/content-coding.ts';
import type { Coding } from '../formats/content-coding.ts';
import type { OwnBytes, Route } from '../routes/route.ts';
import { isCompressible } from './respond.ts';
import type { Ready } from './send.ts';

/** What is shorter fits into a packet or two as it is. */
const plainMaxBytes = 1024;
/** What is longer is compressed by a thread of its own; this much takes up to half a millisecond. */
const briefMaxBytes = 16_384;
/** Of the threads that files and names are read by, too. */
const compressionsAtOnce = 2;
/** More go out as they are. */
const compressionsWaitingMax = 50;
const chunkBytes = 65_536;
/** Of one UTF-16 code unit. */
const bytesPerUnit = 3;

const busy = new Error('too many answers wait to be compressed');
const threads = createSemaphore({
  parallel: compressionsAtOnce,
  maxWaiting: compressionsWaitingMax,
  refuse: () => busy,
});

/** Fast rather than small: what is saved beyond is a tenth, for several times the work. */
const gzipOptions: ZlibOptions = { level: 1, chunkSize: chunkBytes };
const brotliOptions = ({ length }: Buffer): BrotliOptions => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_SIZE_HINT]: length },
  chunkSize: chunkBytes,
});

const compressNow = (bytes: Buffer, coding: Coding): Buffer =>
  coding === 'gzip' ? gzipSync(bytes, gzipOptions) : brotliCompressSync(bytes, brotliOptions(bytes));
const gzipApart = promisify<Buffer, ZlibOptions, Buffer>(gzip);
const brotliApart = promisify<Buffer, BrotliOptions, Buffer>(brotliCompress);
const packApart = (bytes: Buffer, coding: Coding): Promise<Buffer> =>
  coding === 'gzip' ? gzipApart(bytes, gzipOptions) : brotliApart(bytes, brotliOptions(bytes));

/** Makes what compresses bytes that are kept, once for each coding, and gives them compressed. */
export function createPacked(): (bytes: Buffer, coding: Coding) => Promise<Buffer> {
  const packed: Record<Coding, WeakMap<Buffer, Promise<Buffer>>> = { br: new WeakMap(), gzip: new WeakMap() };
  return (bytes, coding) => {
    const known = packed[coding].get(bytes) ?? packApart(bytes, coding);
    packed[coding].set(bytes, known);
    return known;
  };
}

/** Whether so many bytes of such a media type become fewer. */
export const isWorthPacking = (type: string, sizeBytes: number): boolean =>
  sizeBytes > plainMaxBytes && /^text\/|[/+](?:json|xml|yaml|javascript)\b/.test(type);

type Sent = Readonly<Record<string, string | string[] | undefined>>;

/** Whether another site had a browser ask: it may watch how long the answers are. */
const isFromElsewhere = ({ 'sec-fetch-site': site }: Sent): boolean => site === 'cross-site' || site === 'same-site';

/** The same answer with other bytes; the head names its length. */
function withBytes(ready: Ready, coding: Coding, bytes: Buffer): Ready {
  // What zlib gives is a part of something larger, which would be kept with it.
  const text: OwnBytes = Buffer.from(new Uint8Array(bytes).buffer);
  const at = ready.head.indexOf('content-length');
  return {
    ...ready,
    head: [...ready.head.with(at + 1, String(text.length)), 'content-encoding', coding],
    text,
    own: text,
  };
}

const isBrief = ({ length }: string | Buffer): boolean => length <= briefMaxBytes;

/** Gives an answer as it goes out to whoever sent the headers. */
export type Compress = (headers: Sent, ready: Ready) => Ready | Promise<Ready>;

async function compressApart(ready: Ready, bytes: Buffer, coding: Coding): Promise<Ready> {
  try {
    const packed = await threads.run(() => packApart(bytes, coding));
    freeBytes(bytes);
    return withBytes(ready, coding, packed);
  } catch (error) {
    if (error === busy) return ready;
    throw error;
  }
}

/** Makes what compresses the answers of one route. It takes the bytes of the answer, which nobody may use afterwards. */
export function createCompress(route: Pick<Route<never>, 'responses' | 'produces'>): Compress {
  if (!isCompressible(route)) return (_headers, ready) => ready;
  return (headers, ready) => {
    const { text = '' } = ready;
    const accepted = headers['accept-encoding'];
    if (accepted === undefined || text.length * bytesPerUnit <= plainMaxBytes || isFromElsewhere(headers)) return ready;
    const coding = chooseCoding(String(accepted), codings);
    if (coding === undefined) return ready;
    const bytes = typeof text === 'string' ? Buffer.from(text) : text;
    if (bytes.length <= plainMaxBytes) return ready;
    return isBrief(text) ? withBytes(ready, coding, compressNow(bytes, coding)) : compressApart(ready, bytes, coding);
  };
}
