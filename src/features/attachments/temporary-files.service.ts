// Files that come in numbered chunks of base64, to be attached to any field later.
import { oneChunk } from '../../platform/blobs/index.ts';
import { DomainError, invalid } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { readBase64 } from '../../platform/texts/base64.ts';
import type { Viewer } from '../projects/index.ts';
import { chunkMaxBytes } from './attachments.schema.ts';
import * as store from './attachments.store.ts';
import type { FileRow } from './attachments.store.ts';
import { dropFiles } from './blob-removal.ts';
import { collectBytes, openBytes } from './file-bytes.ts';
import { insertAnnounced, quotaOf, requireName, requireOwn, requireQuota, requireUser } from './new-uploads.ts';
import type { Announced } from './new-uploads.ts';
import { noFile, storePart } from './uploads.ts';
import type { UploadDeps } from './uploads.ts';

export interface Slice {
  file: FileRow;
  bytes: Buffer;
}

export interface TemporaryFiles {
  /** Bytes that the viewer's files may take together, and that they take. */
  measure(viewer: Viewer): Promise<{ quotaBytes: number; usedBytes: number }>;
  list(viewer: Viewer, page: { limit: number; offset: number }): Promise<{ files: FileRow[]; size: number }>;
  /** Throws invalid for a bad name, a bad chunk, or a full quota. */
  create(viewer: Viewer, file: Omit<Announced, 'sizeBytes'>, content: string): Promise<FileRow>;
  /** Appends the chunk of this number. Throws notFound, or invalid as create does and for another number than the next. */
  append(viewer: Viewer, id: number, number: number, content: string): Promise<FileRow>;
  /** Throws notFound. */
  read(viewer: Viewer, id: number, slice: { offset: number; limit: number }): Promise<Slice>;
  /** Throws notFound. */
  remove(viewer: Viewer, id: number): Promise<void>;
}

export function createTemporaryFiles(deps: UploadDeps): TemporaryFiles {
  const { database, clock, blobs } = deps;
  const find = async (viewer: Viewer, id: number): Promise<FileRow> =>
    requireOwn(await store.findFile(database.read, id), viewer, 'numbered', () => noFile(id));
  const append = async (viewer: Viewer, id: number, number: number, bytes: Buffer): Promise<FileRow> => {
    const file = await find(viewer, id);
    requireNumber(file, number);
    try {
      await storePart(deps, id, file.size_bytes, oneChunk(bytes), (_tx, current, newEnd) => {
        requireNumber(current, number);
        return { size_bytes: newEnd, chunks: number };
      });
    } catch (error) {
      if (error instanceof DomainError && error.kind === 'conflict') requireNumber(await find(viewer, id), number);
      throw error;
    }
    return find(viewer, id);
  };
  return {
    async measure(viewer) {
      const { bytes } = await store.measureUnattached(database.read, requireUser(viewer), 'numbered');
      return { quotaBytes: quotaOf(viewer, 'numbered'), usedBytes: bytes };
    },
    async list(viewer, page) {
      const by = requireUser(viewer);
      const { files } = await store.measureUnattached(database.read, by, 'numbered');
      return { files: await store.listUnattached(database.read, by, 'numbered', page), size: files };
    },
    async create(viewer, file, content) {
      const by = requireUser(viewer);
      requireName(file.name, 'name');
      const bytes = readChunk(content);
      const rest = { fieldId: null, chunks: 0, nowMs: clock.nowMs() };
      const id = await database.transact(async (tx) => {
        await requireQuota(tx, viewer, 'numbered', { files: 1, bytes: bytes.length });
        return insertAnnounced(tx, by, { ...file, sizeBytes: 0 }, rest);
      });
      return append(viewer, id, 1, bytes);
    },
    async append(viewer, id, number, content) {
      const bytes = readChunk(content);
      await find(viewer, id);
      await database.transact((tx) => requireQuota(tx, viewer, 'numbered', { files: 0, bytes: bytes.length }));
      return append(viewer, id, number, bytes);
    },
    async read(viewer, id, { offset, limit }) {
      const file = await find(viewer, id);
      const opened = await openBytes(database.read, blobs, file);
      return { file, bytes: await collectBytes(opened.read({ start: offset, end: offset + limit })) };
    },
    async remove(viewer, id) {
      await database.transact(async (tx) => {
        requireOwn(await store.findFile(tx, id), viewer, 'numbered', () => noFile(id));
        await dropFiles(tx, [id], clock.nowMs());
      });
    },
  };
}

function requireNumber({ chunks }: FileRow, number: number): void {
  const next = (chunks ?? 0) + 1;
  if (number !== next) throw invalid(says('upload.chunk')`is ${number}; the next chunk is number ${next}`, 'offset');
}

/** Throws invalid for a text that is no base64, or for a chunk that is too long. */
function readChunk(content: string): Buffer {
  const bytes = readBase64(content, 'content');
  if (bytes.length > chunkMaxBytes)
    throw invalid(
      says('upload.chunk-large')`has ${bytes.length} bytes; send at most ${chunkMaxBytes} at a time`,
      'content',
    );
  return bytes;
}
