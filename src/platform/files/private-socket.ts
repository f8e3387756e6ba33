// A socket in the data folder, by which programs of the server's own account talk to it: the program writes one line of JSON
// and then bytes; the server answers by a line, or in frames of a kind, a length and bytes.
import { join } from 'node:path';

/** Where the server listens for what is named: in a folder that its own account alone can enter. */
export const privateSocketFile = (dataDir: string, name: string): string => join(dataDir, 'run', `${name}.sock`);

export const frameKinds = { output: 1, errors: 2, status: 3 } as const;

const headBytes = 5;

export function writeFrame(kind: keyof typeof frameKinds, bytes: Uint8Array): Buffer {
  const head = Buffer.alloc(headBytes);
  head.writeUInt8(frameKinds[kind], 0);
  head.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
}

/** Frames of what comes, whole; what is cut at the end is left out. */
export async function* readFrames(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ kind: number; bytes: Buffer }, void> {
  let held = Buffer.alloc(0);
  for await (const chunk of chunks) {
    held = Buffer.concat([held, chunk]);
    while (held.length >= headBytes) {
      const end = headBytes + held.readUInt32BE(1);
      if (held.length < end) break;
      yield { kind: held.readUInt8(0), bytes: held.subarray(headBytes, end) };
      held = held.subarray(end);
    }
  }
}
