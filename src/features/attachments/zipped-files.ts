// Several files as one zip file, which is made while somebody reads it: neither in memory nor on disk is more than a part of one.
import { createZipWriter } from '../../platform/files/zip-writer.ts';
import type { ZipWriter } from '../../platform/files/zip-writer.ts';

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
  const zip = await createZipWriter();
  // Who reads hears of what fails.
  const filled = fill(zip, files).catch(() => undefined);
  try {
    for await (const chunk of zip.output) if (chunk instanceof Uint8Array) yield chunk;
  } finally {
    zip.breakOff(new Error('its reader left'));
    await filled;
  }
}

async function fill(zip: ZipWriter, files: readonly ZippedFile[]): Promise<void> {
  const taken = new Set<string>();
  for (const file of files) {
    const { sizeBytes } = file;
    const entry = { name: nameIn(taken, file), isCompressed: false, sizeBytes };
    await zip.add(entry, file.read({ start: 0, end: sizeBytes }));
  }
  zip.end();
}
