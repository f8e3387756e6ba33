// A zip file that is made piece by piece. What fails while it is made ends it, and is told to who adds to it and to who reads it.
import { addAbortSignal, PassThrough, Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';

export interface ZipEntry {
  /** A safe relative path that was not given before. */
  name: string;
  isCompressed: boolean;
  /** Where it is known before; other bytes than so many are a fault. */
  sizeBytes?: number;
}

export interface ZipWriter {
  /** The zip file's bytes; whoever stops reading them ends it. */
  readonly output: Readable;
  /** Resolves once all chunks are read; await each before the next. Throws what they throw, or what broke the zip file off. */
  add(entry: ZipEntry, chunks: AsyncIterable<string | Uint8Array>): Promise<void>;
  /** Nothing more comes. */
  end(): void;
  /** Ends it as it is, with all that is read for it; nothing after the first time. */
  breakOff(cause: Error): void;
}

/** Begins a zip file, which goes on as fast as its output is read. */
export async function createZipWriter(): Promise<ZipWriter> {
  const { ZipFile } = await import('yazl');
  const zip = new ZipFile();
  const output = new PassThrough();
  const broken = new AbortController();
  const breakOff = (cause: Error): void => {
    broken.abort(cause);
    output.destroy(cause);
  };
  zip.on('error', breakOff);
  output.on('error', breakOff).on('close', () => breakOff(new Error('nobody reads the zip file any more')));
  // Who reads the output hears of it there.
  pipeline(zip.outputStream, output).catch(() => undefined);
  return {
    output,
    async add({ name, isCompressed, sizeBytes }, chunks) {
      const stream = addAbortSignal(broken.signal, Readable.from(chunks));
      // What it listens to stays, so that the stream may still fail while it is ended.
      const read = finished(stream);
      zip.addReadStream(stream, name, {
        compress: isCompressed,
        ...(sizeBytes === undefined ? {} : { size: sizeBytes }),
      });
      try {
        await read;
      } catch (error) {
        if (!broken.signal.aborted)
          breakOff(error instanceof Error ? error : new Error('it can’t be read', { cause: error }));
        throw broken.signal.reason;
      }
    },
    end: () => zip.end(),
    breakOff,
  };
}
