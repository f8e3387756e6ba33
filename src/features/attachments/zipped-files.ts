// Several files as one zip file, which is made while somebody reads it: neither in memory nor on disk is more than a part of one.
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface ZippedFile {
  id: number;
  name: string;
  sizeBytes: number;
  read(range: { start: number; end: number }): AsyncIterable<Uint8Array>;
}

/** What programs that unpack take for a name and for nothing else; with the number of the file where another one has that name. */
function nameIn(taken: Set<string>, { id, name }: ZippedFile): string {
  const safe = name.replace(/[\\/:\p{Cc}]/gu, '_').replace(/^\.+$/, '_');
  const chosen = taken.has(safe) ? `${id}-${safe}` : safe;
  taken.add(chosen);
  return chosen;
}

/** Without compression: what people attach is mostly compressed already. Ends what it reads from when its reader leaves. */
export async function* zipFiles(files: readonly ZippedFile[]): AsyncGenerator<Uint8Array> {
  const { ZipFile } = await import('yazl');
  const zip = new ZipFile();
  const opened: Readable[] = [];
  const taken = new Set<string>();
  for (const file of files)
    zip.addReadStreamLazy(nameIn(taken, file), { compress: false, size: file.sizeBytes }, (begin) => {
      const stream = Readable.from(file.read({ start: 0, end: file.sizeBytes }));
      opened.push(stream);
      begin(null, stream);
    });
  zip.end();
  const failure = new AbortController();
  zip.on('error', (error) => failure.abort(error));
  const output = new PassThrough();
  const written = pipeline(zip.outputStream, output, { signal: failure.signal });
  // Who reads the output hears of it there.
  written.catch(() => undefined);
  try {
    for await (const chunk of output) if (chunk instanceof Uint8Array) yield chunk;
  } finally {
    for (const stream of opened) stream.destroy();
  }
}
