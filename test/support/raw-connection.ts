// Connections that send whatever bytes a test wants, in the pace it wants.
import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';

export interface RawConnection {
  socket: Socket;
  send(bytes: string): void;
  /** What was heard so far, once it matches. Throws when the connection closes before. */
  hear(pattern: RegExp): Promise<string>;
  /** All that was heard, once the connection is closed. */
  heardAtEnd(): Promise<string>;
}

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
  return {
    socket,
    send: (bytes) => void socket.write(bytes),
    async hear(pattern) {
      while (!pattern.test(heard)) {
        if (isClosed) throw new Error(`closed before ${pattern} came: ${heard.slice(0, 1000)}`);
        await once(news, 'heard');
      }
      return heard;
    },
    async heardAtEnd() {
      while (!isClosed) await once(news, 'heard');
      return heard;
    },
  };
}
