// Large files: which are there, and their bytes on the way in and out. Nothing holds more of one than a chunk.
import { createHash } from 'node:crypto';
import type { BlobStore } from '../../../platform/blobs/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { DomainError, invalid, notFound, tooLarge } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Storage } from '../../storage/index.ts';
import { networkOf } from '../../people/index.ts';
import type { Viewer } from '../../projects/index.ts';
import type { Repository } from '../repositories/git.access.ts';
import type { RepositoryRow } from '../repositories/git.store.ts';
import { writeInTime, readInTime, transferBudget } from '../transfers/time-budget.ts';
import { createSlots } from '../transfers/git-slots.ts';
import { readPointer } from './lfs-pointer.ts';
import { requirePusher, rereadAsPusher } from './lfs-rights.ts';
import * as store from './lfs.store.ts';
import type { LfsObject } from './lfs.store.ts';

export interface LfsTransfer {
  address: string;
  signal: AbortSignal;
}

export interface LfsUpload extends LfsTransfer {
  chunks: AsyncIterable<Uint8Array>;
  /** See StreamRequest. */
  changeNow<R>(change: (viewer: Viewer) => Promise<R>): Promise<R>;
}

/** What a pointer names, for readers of JSON and of headers. */
export interface LargeFile {
  facts: { oid: string; size: number; is_stored: boolean };
  /** Undefined where it was never sent. */
  object: LfsObject | undefined;
}

/** The large file in whose place a repository has these bytes, or the first of them; undefined for what is no pointer. */
export async function findLargeFile(
  { database }: { database: Database },
  repository: Repository,
  bytes: Uint8Array,
): Promise<LargeFile | undefined> {
  const pointer = readPointer(bytes);
  if (pointer === undefined) return undefined;
  const { oid, sizeBytes } = pointer;
  const [object] = await store.findObjects(database.read, repository.id, [oid]);
  return { facts: { oid, size: object?.size_bytes ?? sizeBytes, is_stored: object !== undefined }, object };
}

export interface LfsObjects {
  /** Those of these that the repository has, by oid. */
  find(repository: Repository, oids: readonly string[]): Promise<Map<string, LfsObject>>;
  /** Bytes that a new one may have: by `git_lfs_max_file_size`, and by what room the project has left. */
  findLimit(viewer: Viewer, repository: Repository): Promise<number>;
  /**
   * Keeps what comes. Throws too-large for more than findLimit, invalid for bytes that are others than the oid says,
   * forbidden for who may not push, also by the end of it, and as Slots.enter.
   */
  keep(viewer: Viewer, repository: Repository, oid: string, upload: LfsUpload): Promise<void>;
  /** All of a short one. */
  readWhole(object: LfsObject): Promise<Buffer>;
  /** Throws notFound where the repository does not have it, and while reading as Slots.enter. */
  open(
    viewer: Viewer,
    repository: Repository,
    oid: string,
    transfer: LfsTransfer,
  ): Promise<{ sizeBytes: number; readHead(bytes: number): Promise<Uint8Array>; read(): AsyncIterable<Uint8Array> }>;
}

/** Whose quota large files of a repository count to. */
const blobLocation = ({ site: { settings } }: Viewer, { project_id: projectId }: RepositoryRow) =>
  ({ settings, projectId, kind: 'repositories' }) as const;

/** Transfers of one process that are under way; more wait. */
const transfersMax = 32;

interface Needs {
  database: Database;
  blobs: BlobStore;
  storage: Pick<Storage, 'findRoom' | 'claimRoom'>;
}

export function createLfsObjects({ database, blobs, storage }: Needs): LfsObjects {
  const slots = createSlots(transfersMax, 'transfers of large files');
  const enter = (viewer: Viewer, { address, signal }: LfsTransfer): Promise<() => void> =>
    slots.enter({ network: networkOf(address), account: viewer.user?.id }, signal);
  const findLimit: LfsObjects['findLimit'] = async (viewer, repository) => {
    const room = await storage.findRoom(blobLocation(viewer, repository));
    return Math.max(0, Math.min(viewer.site.settings.git_lfs_max_file_size, room));
  };
  return {
    findLimit,
    async find(repository, oids) {
      return new Map((await store.findObjects(database.read, repository.id, oids)).map((one) => [one.oid, one]));
    },
    async keep(viewer, repository, oid, upload) {
      requirePusher(viewer, repository);
      const leave = await enter(viewer, upload);
      try {
        const { chunks, changeNow } = upload;
        const limitBytes = await findLimit(viewer, repository);
        const { name: blob, sizeBytes } = await blobs.write(
          proved(readInTime(chunks, transferBudget), oid, limitBytes),
        );
        await blobs.flush();
        const isKept = await changeNow((now) =>
          database.transact(async (tx) => {
            await rereadAsPusher(tx, now, repository.id);
            const object = { repository_id: repository.id, oid, size_bytes: sizeBytes, blob };
            if (!(await store.insertObject(tx, object))) return false;
            await storage.claimRoom(tx, blobLocation(now, repository), sizeBytes);
            return true;
          }),
        ).catch(async (error: unknown) => {
          // Of any other error nobody knows whether it came after the COMMIT.
          if (error instanceof DomainError && error.kind === 'too-large') await blobs.remove(blob);
          throw error;
        });
        if (!isKept) await blobs.remove(blob);
      } finally {
        leave();
      }
    },
    async readWhole({ blob, size_bytes: sizeBytes }) {
      return sizeBytes === 0 ? Buffer.alloc(0) : Buffer.concat(await Array.fromAsync(blobs.read(blob)));
    },
    async open(viewer, repository, oid, transfer) {
      const [object] = await store.findObjects(database.read, repository.id, [oid]);
      if (object === undefined) throw notFound(says('lfs.no-file')`the repository has no large file ${oid}`);
      const { blob, size_bytes: sizeBytes } = object;
      return {
        sizeBytes,
        async readHead(bytes) {
          const range = { start: 0, end: Math.min(bytes, sizeBytes) };
          return sizeBytes === 0 ? new Uint8Array() : Buffer.concat(await Array.fromAsync(blobs.read(blob, range)));
        },
        async *read() {
          const leave = await enter(viewer, transfer);
          const late = new AbortController();
          try {
            for await (const chunk of writeInTime(blobs.read(blob), transferBudget, () => late.abort())) {
              late.signal.throwIfAborted();
              yield chunk;
            }
          } finally {
            leave();
          }
        },
      };
    },
  };
}

/** The same bytes; throws before the end where they are too many, or others than `oid` says. */
async function* proved(
  chunks: AsyncIterable<Uint8Array>,
  oid: string,
  limitBytes: number,
): AsyncGenerator<Uint8Array, void> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for await (const chunk of chunks) {
    sizeBytes += chunk.length;
    if (sizeBytes > limitBytes) throw tooLarge(`a large file can have at most ${limitBytes} bytes on this server`);
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest('hex') !== oid) throw invalid('the content does not match its oid; send it again');
}
