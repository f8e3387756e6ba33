// How bytes arrive: as parts, each a blob and a row, so that whatever has come is kept wherever the upload goes on. A part's
// place in the file is its key, so of two that come to one place only one is taken, in whichever process.
import type { BlobStore, WrittenBlob } from '../../platform/blobs/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Writer } from '../../platform/database/index.ts';
import { conflict, DomainError, notFound, tooLarge } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { VersionConflictError } from '../../platform/version-conflict.ts';
import * as store from './attachments.store.ts';
import type { FileRow } from './attachments.store.ts';
import { removeBlobsLater } from './blob-removal.ts';
import { endOf, openBytes } from './file-bytes.ts';

export interface UploadDeps {
  database: Database;
  clock: Clock;
  blobs: BlobStore;
}

/** What a crash in the midst of a long request may cost. */
const partMinBytes = 32 * 1024 * 1024;

/** A DomainError for a file that does not exist for the caller. */
export const noFile = (id: number): Error => notFound(says('file.missing')`File #${id} not found`);

/**
 * Appends what comes to a file whose size was said before; gives where it ends then. Throws conflict where the file does not end at `startBytes`, or somebody else was
 * faster; tooLarge for more than was said.
 */
export async function receiveBytes(
  deps: UploadDeps,
  file: FileRow,
  startBytes: number,
  chunks: AsyncIterable<Uint8Array>,
): Promise<number> {
  let end = startBytes;
  for await (const part of cutStream(chunks, partMinBytes)) {
    end = await storePart(deps, file.id, end, part, (_tx, current, newEnd) => {
      if (newEnd > current.size_bytes)
        throw tooLarge(says('file.announced')`the file was declared with ${current.size_bytes} bytes`);
      return {};
    });
  }
  if (end === file.size_bytes) await completeFile(deps, file.id);
  return end;
}

/** What else changes in the row of a file that gets a part; throws what refuses the part. */
type ChangeWithPart = (tx: Writer, current: FileRow, newEnd: number) => Parameters<typeof store.updateFile>[2];

/** Stores a part and gives the file's new end; where the part is refused, its bytes are gone. */
export async function storePart(
  deps: UploadDeps,
  fileId: number,
  startBytes: number,
  chunks: AsyncIterable<Uint8Array>,
  changeOf: ChangeWithPart,
): Promise<number> {
  const { name, sizeBytes } = await storeNamed(deps, chunks, async (tx, blob) => {
    const current = await requireUnattached(tx, fileId);
    await requireEnd(tx, current, startBytes);
    const change = changeOf(tx, current, startBytes + blob.sizeBytes);
    await store.updateFile(tx, fileId, { ...change, path: '', touched_at_ms: deps.clock.nowMs() });
    if (blob.sizeBytes > 0) {
      await store.insertPart(tx, {
        file_id: fileId,
        start_bytes: startBytes,
        size_bytes: blob.sizeBytes,
        path: blob.name,
      });
    }
    return blob;
  });
  if (sizeBytes === 0) await deps.blobs.remove(name);
  return startBytes + sizeBytes;
}

/** Stores bytes as a blob that `work` names in its transaction; where `work` refuses, the blob is gone. */
export async function storeNamed<R>(
  { database, blobs }: Pick<UploadDeps, 'database' | 'blobs'>,
  chunks: AsyncIterable<Uint8Array>,
  work: (tx: Writer, blob: WrittenBlob) => Promise<R>,
): Promise<R> {
  const blob = await blobs.write(chunks);
  try {
    await blobs.flush();
    return await database.transact((tx) => work(tx, blob));
  } catch (error) {
    if (isRefusal(error)) await blobs.remove(blob.name);
    throw error;
  }
}

/** Whether nothing was committed for sure; any other error may have come after the COMMIT. */
const isRefusal = (error: unknown): boolean =>
  error instanceof VersionConflictError || (error instanceof DomainError && error.kind !== 'unavailable');

async function requireUnattached(tx: Writer, id: number): Promise<FileRow> {
  const file = await store.findFile(tx, id);
  if (file === undefined) throw noFile(id);
  if (file.artifact_id !== null)
    throw conflict(says('file.final')`file #${id} is already attached and can no longer be changed`);
  return file;
}

/** Throws conflict where the file ends elsewhere. One that was put together becomes a part again. */
async function requireEnd(tx: Writer, file: FileRow, startBytes: number): Promise<void> {
  const parts = await store.listParts(tx, file.id);
  const end = file.path === '' ? endOf(parts) : file.size_bytes;
  if (end !== startBytes)
    throw conflict(says('file.elsewhere')`file #${file.id} now has ${end} bytes; continue from there`);
  if (file.path === '' || end === 0) return;
  await store.insertPart(tx, { file_id: file.id, start_bytes: 0, size_bytes: end, path: file.path });
}

/** Makes one blob of the parts of a file, unless it is one, or somebody changes the file meanwhile. */
export async function completeFile({ database, clock, blobs }: UploadDeps, id: number): Promise<void> {
  const file = await store.findFile(database.read, id);
  if (file === undefined || file.path !== '') return;
  const parts = await store.listParts(database.read, id);
  const [first] = parts;
  const isWhole = first !== undefined && parts.length === 1;
  const { sizeBytes, read } = await openBytes(database.read, blobs, file);
  const name = isWhole ? first.path : (await blobs.write(read({ start: 0, end: sizeBytes }))).name;
  const take = async (tx: Writer): Promise<boolean> => {
    const current = await store.findFile(tx, id);
    if (current?.path !== '' || endOf(await store.listParts(tx, id)) !== sizeBytes) return false;
    await store.deleteParts(tx, id);
    await store.updateFile(tx, id, { path: name });
    if (!isWhole) {
      await removeBlobsLater(
        tx,
        parts.map(({ path }) => path),
        clock.nowMs(),
      );
    }
    return true;
  };
  await blobs.flush();
  const isTaken = await database.transactBefore(take);
  if (!isTaken && !isWhole) await blobs.remove(name);
}

/** Cuts a stream that is not empty into streams of at least so many bytes, but for the last. Each is to be read before the next. */
async function* cutStream(
  chunks: AsyncIterable<Uint8Array>,
  minBytes: number,
): AsyncGenerator<AsyncIterable<Uint8Array>, void, undefined> {
  const source = chunks[Symbol.asyncIterator]();
  let next = await source.next();
  async function* takeOne(): AsyncGenerator<Uint8Array, void, undefined> {
    for (let taken = 0; next.done !== true && taken < minBytes; next = await source.next()) {
      taken += next.value.length;
      yield next.value;
    }
  }
  while (next.done !== true) yield takeOne();
}
