// Connections that send whatever bytes a test wants, in the pace it wants.
import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';

export interface RawConnection {
  socket: Socket;
  send(bytes: string): void;
  /** What was heard so far, once it matches. Throws when the connection closes before, and after two minutes. */
  hear(pattern: RegExp): Promise<string>;
  /** All that was heard, once the connection is closed. Throws after two minutes. */
  heardAtEnd(): Promise<string>;
}

/** So that what never comes fails a test, and not the whole file by the time that it may take. */
const patienceMs = 120_000;

/** A connection to the server at `base`, once it is open. */
export async function openRaw(base: string): Promise<RawConnection> {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname);
  socket.setEncoding('utf8');
  // Not the socket itself: waiting for an event of an emitter throws when that one has an error.
  const news = new EventEmitter();
  let heard = '';
  let isClosed = false;
  socket.on('data', (part: string) => {
    heard += part;
    news.emit('heard');
  });
  // Being cut off is what many tests are about; they look at what was heard.
  socket.on('error', () => undefined);
  socket.on('close', () => {
    isClosed = true;
    news.emit('heard');
  });
  await once(socket, 'connect');
  const hearUntil = async (isHeard: () => boolean, awaited: string): Promise<string> => {
    const patience = AbortSignal.timeout(patienceMs);
    while (!isHeard()) {
      if (isClosed) throw new Error(`closed before ${awaited} came: ${heard.slice(0, 1000)}`);
      await once(news, 'heard', { signal: patience }).catch((cause: unknown) => {
        throw new Error(`${awaited} never came: ${heard.slice(-1000)}`, { cause });
      });
    }
    return heard;
  };
  return {
    socket,
    send: (bytes) => void socket.write(bytes),
    hear: (pattern) => hearUntil(() => pattern.test(heard), String(pattern)),
    heardAtEnd: () => hearUntil(() => isClosed, 'its end'),
  };
}
