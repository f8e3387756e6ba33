// Attachments as features and routes use them: who may read one, and everything that can be done with files before and
// after an artifact has them.
import { hash } from 'node:crypto';
import type { Reader } from '../../platform/database/index.ts';
import type { ByteRange } from '../../platform/blobs/index.ts';
import { forbidden, invalid, notFound } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { requireLivingProject } from '../projects/index.ts';
import type { Viewer } from '../projects/index.ts';
import type { Storage } from '../storage/index.ts';
import { fieldIs, mayField } from '../trackers/index.ts';
import type { Definition, Field, Trackers } from '../trackers/index.ts';
import { prepareFiles } from './attach.ts';
import * as store from './attachments.store.ts';
import type { FileRow } from './attachments.store.ts';
import { dropFiles } from './blob-removal.ts';
import { collectBytes, endOf, openBytes } from './file-bytes.ts';
import type { FileBytes } from './file-bytes.ts';
import { findInlineType, headBytes } from './images.ts';
import {
  announceForField,
  insertAnnounced,
  requireName,
  requireOwn,
  requireProjectRoom,
  requireQuota,
  requireUser,
} from './new-uploads.ts';
import type { Announced } from './new-uploads.ts';
import { createPreviews, previewType } from './previews.ts';
import { createTemporaryFiles } from './temporary-files.service.ts';
import type { Slice, TemporaryFiles } from './temporary-files.service.ts';
import { noFile, receiveBytes } from './uploads.ts';
import type { UploadDeps } from './uploads.ts';
import { zipFiles } from './zipped-files.ts';
import type { ZippedFile } from './zipped-files.ts';

export interface AttachmentDeps extends UploadDeps {
  storage: Storage;
  trackers: Trackers;
  /** The tracker of an artifact that the viewer sees; undefined for another: the artifacts feature knows. */
  findTrackerOf(viewer: Viewer, artifactId: number): Promise<Definition | undefined>;
}

/** Bytes to be sent. */
export interface Download {
  name: string;
  /** Found in the content, of an image that may be shown in place. */
  inlineType: string | undefined;
  /** Strong entity tag, quotes included. */
  etag: string;
  sizeBytes: number;
  read(range: ByteRange): AsyncIterable<Uint8Array>;
}

export interface Upload {
  sizeBytes: number;
  /** How many have come. */
  receivedBytes: number;
}

export interface Attachments {
  temporary: TemporaryFiles;
  /** What an artifact shows, or one's own upload that is complete. Throws notFound for anything else. */
  openDownload(viewer: Viewer, id: number): Promise<Download>;
  /** As openDownload; notFound too where no preview can be made. */
  openPreview(viewer: Viewer, id: number): Promise<Download>;
  /** All of them as one zip file. Throws as openDownload for each, before it begins. */
  openZip(viewer: Viewer, ids: readonly number[]): Promise<AsyncIterable<Uint8Array>>;
  /** Bytes of what openDownload gives. */
  readSlice(viewer: Viewer, id: number, slice: { offset: number; limit: number }): Promise<Slice>;
  /**
   * Begins an upload for a field. Throws notFound for a field of no tracker that the viewer sees, invalid for one that holds
   * no files or for a file that is too large, too-large where the project has no room for it, forbidden for one that the viewer never fills, conflict for another upload.
   */
  begin(viewer: Viewer, fieldId: number, file: Announced): Promise<number>;
  /** The viewer's upload that was begun for a field. Throws notFound. */
  findUpload(viewer: Viewer, id: number): Promise<Upload>;
  /** Appends to it; see receiveBytes. Throws notFound. */
  receive(viewer: Viewer, id: number, startBytes: number, chunks: AsyncIterable<Uint8Array>): Promise<number>;
  /** Ends it and forgets what has come. Throws notFound. */
  cancel(viewer: Viewer, id: number): Promise<void>;
  /**
   * Copies of files that the viewer may read, as uploads of the viewer for a field that takes them. Throws notFound for one
   * that they may not read, and as requireQuota and requireProjectRoom.
   */
  copy(viewer: Viewer, ids: readonly number[], fieldId: number): Promise<number[]>;
  /** See prepareFiles. */
  prepare(viewer: Viewer, field: Field, files: Parameters<typeof prepareFiles>[3]): Promise<void>;
}

export function createAttachments(deps: AttachmentDeps): Attachments {
  const { database, clock, blobs } = deps;
  const findPreview = createPreviews(deps);
  const open = async (viewer: Viewer, id: number): Promise<{ file: FileRow; opened: FileBytes }> => {
    const file = await requireReadable(deps, viewer, await store.findFile(database.read, id), id);
    const opened = await openBytes(database.read, blobs, file);
    if (opened.sizeBytes < file.size_bytes) throw noFile(id);
    return { file, opened };
  };
  const findOwn = async (viewer: Viewer, id: number): Promise<FileRow> =>
    requireOwn(await store.findFile(database.read, id), viewer, 'sized', () => noFile(id));
  return {
    temporary: createTemporaryFiles(deps),
    async openDownload(viewer, id) {
      const { file, opened } = await open(viewer, id);
      const head = await collectBytes(opened.read({ start: 0, end: headBytes }));
      const about = { name: file.name, inlineType: await findInlineType(head) };
      return { ...about, etag: tagOf(file, 'file'), ...opened };
    },
    async openPreview(viewer, id) {
      const { file } = await open(viewer, id);
      const path = await findPreview(file);
      const sizeBytes = path === undefined ? undefined : await blobs.sizeOf(path);
      if (path === undefined || sizeBytes === undefined)
        throw notFound(says('file.no-preview')`file #${id} has no preview`);
      const about = { name: `${file.name}.webp`, inlineType: previewType };
      return { ...about, etag: tagOf(file, 'preview'), sizeBytes, read: (range) => blobs.read(path, range) };
    },
    openZip: async (viewer, ids) => zipFiles(await inTurn(ids, async (id) => nameBytes(await open(viewer, id)))),
    readSlice: async (viewer, id, { offset, limit }) =>
      sliceOf(await open(viewer, id), { start: offset, end: offset + limit }),
    async begin(viewer, fieldId, file) {
      const { project } = await requireFileField(deps, viewer, fieldId);
      requireName(file.name, 'name');
      const max = viewer.site.settings.sys_max_size_upload;
      if (file.sizeBytes > max)
        throw invalid(says('file.too-large')`is ${file.sizeBytes}; files can have at most ${max} bytes`, 'file_size');
      const { settings } = viewer.site;
      const [projectId, more] = [project.id, file.sizeBytes];
      await deps.storage.requireRoom({ settings, projectId, kind: 'attachments' }, more);
      return database.transact(async (tx) => {
        const id = await announceForField(tx, viewer, fieldId, file, clock.nowMs());
        await requireProjectRoom(tx, deps.storage, viewer, { projectId, more });
        return id;
      });
    },
    findUpload: async (viewer, id) => describeUpload(database.read, await findOwn(viewer, id)),
    receive: async (viewer, id, startBytes, chunks) =>
      receiveBytes(deps, await findOwn(viewer, id), startBytes, chunks),
    async cancel(viewer, id) {
      await database.transact(async (tx) => {
        requireOwn(await store.findFile(tx, id), viewer, 'sized', () => noFile(id));
        await dropFiles(tx, [id], clock.nowMs());
      });
    },
    async copy(viewer, ids, fieldId) {
      const copies: number[] = [];
      for (const id of ids) {
        const { file, opened } = await open(viewer, id);
        const { name, mime_type: mimeType, description, size_bytes: sizeBytes } = file;
        const copy = await database.transact(async (tx) => {
          await requireQuota(tx, viewer, 'sized', { files: 1, bytes: sizeBytes });
          const rest = { fieldId, chunks: null, nowMs: clock.nowMs() };
          const copied = await insertAnnounced(
            tx,
            requireUser(viewer),
            { name, mimeType, description, sizeBytes },
            rest,
          );
          const projectId = await store.findProjectOfField(tx, fieldId);
          if (projectId !== undefined)
            await requireProjectRoom(tx, deps.storage, viewer, { projectId, more: sizeBytes });
          return copied;
        });
        const bytes = opened.read({ start: 0, end: sizeBytes });
        if (sizeBytes > 0) await receiveBytes(deps, await findOwn(viewer, copy), 0, bytes);
        copies.push(copy);
      }
      return copies;
    },
    prepare: (viewer, field, files) => prepareFiles(deps, viewer, field, files),
  };
}

async function describeUpload(db: Reader, file: FileRow): Promise<{ sizeBytes: number; receivedBytes: number }> {
  const parts = file.path === '' ? await store.listParts(db, file.id) : undefined;
  return { sizeBytes: file.size_bytes, receivedBytes: parts === undefined ? file.size_bytes : endOf(parts) };
}

/** The bytes of a file are the same as long as its number and its size are. */
const tagOf = ({ id, size_bytes: size }: FileRow, what: 'file' | 'preview'): string =>
  `"${hash('sha1', `${what} ${id} ${size}`, 'base64url')}"`;

/** Throws notFound unless it is the viewer's own upload, or in a field that they read of an artifact that they see. */
const sliceOf = async (
  { file, opened }: { file: FileRow; opened: FileBytes },
  range: Parameters<FileBytes['read']>[0],
): Promise<Slice> => ({ file, bytes: await collectBytes(opened.read(range)) });

const nameBytes = ({ file, opened }: { file: FileRow; opened: FileBytes }): ZippedFile => ({
  ...opened,
  id: file.id,
  name: file.name,
});

/** One after another, so that many of one person do not take each connection. */
async function inTurn<T>(ids: readonly number[], read: (id: number) => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  for (const id of ids) all.push(await read(id));
  return all;
}

async function requireReadable(
  { findTrackerOf }: AttachmentDeps,
  viewer: Viewer,
  file: FileRow | undefined,
  id: number,
): Promise<FileRow> {
  if (file === undefined) throw noFile(id);
  if (file.artifact_id === null) {
    if (file.submitted_by !== viewer.user?.id) throw noFile(id);
    return file;
  }
  const tracker = await findTrackerOf(viewer, file.artifact_id);
  const field = tracker?.fieldById.get(file.field_id ?? 0);
  if (tracker === undefined || field === undefined || !mayField(viewer, tracker, field, 'read')) throw noFile(id);
  return file;
}

async function requireFileField(
  { database, trackers }: AttachmentDeps,
  viewer: Viewer,
  fieldId: number,
): Promise<Definition> {
  const trackerId = await store.findTrackerOfField(database.read, fieldId);
  if (trackerId === undefined) throw notFound(says('field.missing')`there is no field ${fieldId}`);
  const tracker = await trackers.read(viewer, trackerId);
  requireLivingProject(tracker.project);
  const field = tracker.fieldById.get(fieldId);
  if (field === undefined || !field.isUsed || !fieldIs.files(field))
    throw invalid(says('file.field-type')`Field must be of type File.`);
  const may = (permission: 'submit' | 'update'): boolean => mayField(viewer, tracker, field, permission);
  if (!may('submit') && !may('update'))
    throw forbidden(says('field.never-filled')`field ${fieldId} can't be set by users`);
  return tracker;
}
