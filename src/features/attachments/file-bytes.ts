// The bytes of a file, in one blob or in the parts that have come so far.
import type { BlobStore, ByteRange } from '../../platform/blobs/index.ts';
import type { Reader } from '../../platform/database/index.ts';
import * as store from './attachments.store.ts';
import type { FileRow, PartRow } from './attachments.store.ts';

export interface FileBytes {
  /** How many there are. */
  sizeBytes: number;
  read(range: ByteRange): AsyncIterable<Uint8Array>;
}

/** What is there of a file. */
export async function openBytes(db: Reader, blobs: BlobStore, file: FileRow): Promise<FileBytes> {
  const parts =
    file.path === ''
      ? await store.listParts(db, file.id)
      : [{ start_bytes: 0, size_bytes: file.size_bytes, path: file.path }];
  return { sizeBytes: endOf(parts), read: (range) => readParts(blobs, parts, range) };
}

/** Where the next part belongs. */
export function endOf(parts: readonly PartRow[]): number {
  const last = parts.at(-1);
  return last === undefined ? 0 : last.start_bytes + last.size_bytes;
}

async function* readParts(
  blobs: BlobStore,
  parts: readonly PartRow[],
  range: ByteRange,
): AsyncGenerator<Uint8Array, void, undefined> {
  for (const { start_bytes: at, size_bytes: size, path } of parts) {
    const start = Math.max(0, range.start - at);
    const end = Math.min(size, range.end - at);
    if (start < end) yield* blobs.read(path, { start, end });
  }
}

/** Bytes as one, for what is known to be short. */
export async function collectBytes(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}
