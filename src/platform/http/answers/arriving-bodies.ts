// Bodies while they arrive: how large each may be, how much all of them may hold in memory, and how slowly they may come.
// A long one is read only from somebody who is known.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { DomainError, invalid, unavailable } from '../../errors.ts';
import { freeBytes } from '../../memory/free-bytes.ts';
import { smallBodyMaxBytes } from './body-limit.ts';

export interface ArrivingLimits {
  /** A client that sends less than `stepBytes` of a body in so long, and not the end of it, is cut off. */
  bodyTimeoutMs: number;
  /** What all bodies that arrive or are worked upon may take of memory. */
  bodiesMaxBytes: number;
}

/** What is asked of one body. */
export interface BodyTerms {
  maxBytes: number;
  /** Why a larger one is refused. */
  tooLarge(): DomainError;
  /** Throws where the caller is not one who may send a long body. */
  admitLong(): Promise<void>;
}

export interface ArrivingBodies {
  /** Reads a body as a whole; one that may be long needs the response. Rejects with too-large, unavailable, too-slow, and with what `admitLong` throws. */
  collect(request: IncomingMessage, response: ServerResponse | undefined, terms: BodyTerms): Promise<Buffer>;
  /** Ends the watch over slow ones. */
  close(): void;
}

/** A part of a body costs as much as many bytes: beyond so many parts they must have `partMinBytes` on average. */
const partsFreeMax = 128;
const partMinBytes = 64;

const stepBytes = 65_536;
const sweepMs = 1000;
/** Bodies over `smallBodyMaxBytes` that may be in memory at the same time, as bytes or as what was read from them. */
const longBodiesMax = 50;
/** Of the room for bodies that long ones may take; the rest stays free for short ones. */
const longShare = 0.75;

const tooSlow = new DomainError('too-slow', 'the body comes too slowly; send it anew, over a better connection');
const noRoom = unavailable('too many request bodies at once; try again in a moment');
const tooManyParts = invalid(
  `The body comes in chunks of a few bytes; send chunks of at least ${partMinBytes} bytes, or its Content-Length.`,
);
const brokenOff = invalid('The body ended before it was complete.');

/** Length of the body by its headers; NaN where it comes in chunks. */
const declaredBytes = ({ headers }: IncomingMessage): number =>
  headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Number.NaN;

/** Clients that ask before they send a body (`Expect: 100-continue`). */
const asked = new WeakMap<IncomingMessage, ServerResponse>();

/** To be called for a request whose client waits for leave to send its body. */
export const noteExpectation = (request: IncomingMessage, response: ServerResponse): void =>
  void asked.set(request, response);

/** Gives leave where the client waits for it. A refusal instead of it spares the body. */
export function letBodyCome(request: IncomingMessage): void {
  const response = asked.get(request);
  if (response === undefined) return;
  asked.delete(request);
  response.writeContinue();
}

/** What a client may still send of a body that is refused, so that its connection stays of use. */
const drainMaxBytes = 1_048_576;

/** Whether the rest of a refused body may be read and thrown away; else its connection is to be closed. */
export const isDrainable = (request: IncomingMessage): boolean =>
  request.complete || declaredBytes(request) <= drainMaxBytes;

/** Smaller parts are not worth what it costs to free them. */
const freedMinBytes = 4096;
const free = (part: Buffer): void => {
  if (part.length >= freedMinBytes) freeBytes(part);
};

const discard = (request: IncomingMessage): void => void request.on('data', free).resume();

/** Throws away what comes of a body that nobody reads. */
export function discardUnread(request: IncomingMessage): void {
  if (request.readableFlowing === null) discard(request);
}

interface Arriving {
  bytes: number;
  isLong: boolean;
  /** When the present step began; 0: not seen yet. */
  stepAtMs: number;
  stepFromBytes: number;
  fail(error: unknown): void;
}

export function createArrivingBodies({ bodyTimeoutMs, bodiesMaxBytes }: ArrivingLimits): ArrivingBodies {
  const room = createRoom(bodiesMaxBytes);
  const sweep = setInterval(() => failSlow(room.arriving, bodyTimeoutMs), Math.min(sweepMs, bodyTimeoutMs / 2)).unref();
  return {
    async collect(request, response, terms) {
      const bytes = declaredBytes(request);
      if (bytes > terms.maxBytes) throw terms.tooLarge();
      if (bytes > smallBodyMaxBytes) await terms.admitLong();
      return readBytes(room, request, response, terms);
    },
    close: () => clearInterval(sweep),
  };
}

interface Room {
  /** Oldest first. */
  arriving: Set<Arriving>;
  /** Takes in a part of a body; where there is no room, what has been arriving for longest gives way. Throws unavailable. */
  hold(body: Arriving, bytes: number): void;
  /** From now on its bytes count until it is answered. Throws unavailable. */
  makeLong(body: Arriving, response: ServerResponse | undefined): void;
  release(body: Arriving): void;
}

function createRoom(maxBytes: number): Room {
  const arriving = new Set<Arriving>();
  let heldBytes = 0;
  let longBodies = 0;
  const release = (body: Arriving): void => {
    heldBytes -= body.bytes;
    body.bytes = 0;
    if (body.isLong) longBodies -= 1;
    body.isLong = false;
  };
  return {
    arriving,
    release,
    hold(body, bytes) {
      heldBytes += bytes;
      body.bytes += bytes;
      const mineBytes = body.isLong ? maxBytes * longShare : maxBytes;
      for (const oldest of arriving) {
        if (heldBytes <= mineBytes) return;
        if (oldest === body) throw noRoom;
        oldest.fail(noRoom);
      }
    },
    makeLong(body, response) {
      if (longBodies >= longBodiesMax) throw noRoom;
      longBodies += 1;
      body.isLong = true;
      response?.once('close', () => release(body));
    },
  };
}

function failSlow(arriving: ReadonlySet<Arriving>, timeoutMs: number): void {
  const nowMs = performance.now();
  for (const body of arriving) {
    if (body.stepAtMs === 0 || body.bytes - body.stepFromBytes >= stepBytes) {
      body.stepAtMs = nowMs;
      body.stepFromBytes = body.bytes;
    } else if (nowMs - body.stepAtMs > timeoutMs) body.fail(tooSlow);
  }
}

function readBytes(
  room: Room,
  request: IncomingMessage,
  response: ServerResponse | undefined,
  terms: BodyTerms,
): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const parts: Buffer[] = [];
  const end = (): void => {
    request.off('data', take).off('end', finish).off('error', breakOff).off('close', breakOff);
    room.arriving.delete(body);
  };
  const fail = (error: unknown): void => {
    end();
    room.release(body);
    for (const part of parts.splice(0)) free(part);
    // Not paused: Node's parser goes on through what was read at once, and each part that waits takes memory.
    discard(request);
    reject(error);
  };
  const body: Arriving = { bytes: 0, isLong: false, stepAtMs: 0, stepFromBytes: 0, fail };
  const take = (part: Buffer): void => {
    try {
      room.hold(body, part.length);
      parts.push(part);
      if (body.bytes > terms.maxBytes) throw terms.tooLarge();
      if (parts.length > partsFreeMax + body.bytes / partMinBytes) throw tooManyParts;
      if (!body.isLong && body.bytes > smallBodyMaxBytes) lengthen();
    } catch (error) {
      fail(error);
    }
  };
  const lengthen = (): void => {
    room.makeLong(body, response);
    if (declaredBytes(request) > smallBodyMaxBytes) return;
    request.pause();
    terms.admitLong().then(() => request.resume(), fail);
  };
  const finish = (): void => {
    end();
    if (!body.isLong) room.release(body);
    const [only] = parts;
    if (only !== undefined && parts.length === 1) return resolve(only);
    resolve(Buffer.concat(parts));
    for (const part of parts) free(part);
  };
  const breakOff = (): void => fail(brokenOff);
  room.arriving.add(body);
  request.on('data', take).on('end', finish).on('error', breakOff).on('close', breakOff);
  letBodyCome(request);
  return promise;
}
