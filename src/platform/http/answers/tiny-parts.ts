// Bodies in chunks of a few bytes: 64 KB of a connection are read at once, and eleven thousand chunks of one byte would be as many
// calls, 9 ms of the thread, for each connection that sends them.
import type { Socket } from 'node:net';

/** A part of a body costs as much as many bytes: beyond so many parts they must have `partMinBytes` on average. */
const partsFreeMax = 128;
export const partMinBytes = 64;

/** Whether a body that came in so many parts comes in too small ones. */
export const areTooSmall = (parts: number, bytes: number): boolean => parts > partsFreeMax + bytes / partMinBytes;

/** How long whoever sent such a body has to read why it is refused. */
const lingerMs = 2000;

/** Where Node.js looks, for each part of a body and at the end of it, for what to call; not documented. */
const onPart = 3;
const onEnd = 4;

type Call = (...args: unknown[]) => unknown;
const isCall = (value: unknown): value is Call => typeof value === 'function';

/**
 * Lets no more parts of the body that now begins come once there were too many: what is left of what was read is passed over by
 * Node.js, and the body never ends. The connection is closed a while later. A Node.js without these places hands all of them over.
 */
export function stopTinyParts(socket: Socket, parser: object): void {
  const takePart: unknown = Reflect.get(parser, onPart);
  const takeEnd: unknown = Reflect.get(parser, onEnd);
  if (!isCall(takePart) || !isCall(takeEnd)) return;
  let parts = 0;
  let bytes = 0;
  // Parsers are used again, for other connections.
  const restore = (): void => {
    Reflect.set(parser, onPart, takePart);
    Reflect.set(parser, onEnd, takeEnd);
    socket.off('close', restore);
  };
  socket.once('close', restore);
  Reflect.set(parser, onPart, (part: Uint8Array) => {
    parts += 1;
    bytes += part.length;
    Reflect.apply(takePart, parser, [part]);
    if (!areTooSmall(parts, bytes)) return;
    Reflect.set(parser, onPart, undefined);
    Reflect.set(parser, onEnd, undefined);
    setTimeout(() => socket.destroy(), lingerMs).unref();
  });
  Reflect.set(parser, onEnd, (...args: unknown[]) => {
    restore();
    return Reflect.apply(takeEnd, parser, args);
  });
}

/** Whether a body of this parser was stopped: what comes after it on its connection is nothing to answer. */
export const isStopped = (parser: object): boolean => Reflect.get(parser, onEnd) === undefined;
