// Bytes of files, for whoever reads them later or never.
import { createReadStream } from 'node:fs';

/**
 * The bytes of a file, or those from `start` up to, and without, `end`, which is opened when the first of them is asked for. A stream
 * is opened when it is made, and ends the process where that fails before anybody listens to it. Throws the system's error.
 */
export async function* readBytes(
  path: string,
  range?: { start: number; end: number },
): AsyncGenerator<Uint8Array, void, undefined> {
  const stream: AsyncIterable<Buffer> = createReadStream(
    path,
    range === undefined ? {} : { start: range.start, end: range.end - 1 },
  );
  yield* stream;
}
