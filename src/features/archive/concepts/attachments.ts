// Attachments: what artifacts say of them, and their bytes, which are files of the archive.
import type { BlobStore, WrittenBlob } from '../../../platform/blobs/index.ts';
import type { Reader } from '../../../platform/database/index.ts';
import { conflict, tooLarge } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Said } from '../../../platform/texts/said.ts';
import { artifactRecords } from '../../artifacts/index.ts';
import type { listFiles } from '../../attachments/index.ts';
import type { ArchiveSource } from '../model/archive-access.ts';
import type { ArchiveFile } from '../model/artifact-model.ts';
import type { ExportContext } from '../model/export-context.ts';
import type { ArchiveModel } from '../model/project-content.ts';
import { shapeOf, stored, storedParts, unneeded } from '../xml/outcome.ts';
import { element, leaf } from '../xml/xml-element.ts';
import { matchShape, readChild, readChildText, readFilledAttribute, readText } from '../xml/xml-shape.ts';
import { faultAt } from '../xml/xml-tree.ts';
import type { XmlElement } from '../xml/xml-tree.ts';

/** `<file>` of an artifact. */
export const attachmentOutcome = stored('attachment', {
  '@id': stored('what changes refer to'),
  ...storedParts({
    filename: 'its name',
    path: 'the file in the archive, whose bytes are stored',
    filetype: 'its media type',
    'description?': 'its description',
  }),
  filesize: unneeded('the file itself has a length'),
});

const shape = shapeOf(attachmentOutcome);

/** Throws invalid with the place. */
export function readAttachment(found: XmlElement): ArchiveFile {
  matchShape(found, shape);
  const filesize = readText(readChild(found, 'filesize')).trim();
  const path = readText(readChild(found, 'path')).trim();
  if (path === '') throw faultAt(readChild(found, 'path'), says('archive-xml.no-path')`the path is empty`);
  return {
    id: readFilledAttribute(found, 'id'),
    filename: readText(readChild(found, 'filename')),
    path,
    sizeBytes: /^\d{1,15}$/.test(filesize) ? Number(filesize) : undefined,
    mediaType: readText(readChild(found, 'filetype')).trim(),
    description: readChildText(found, 'description') ?? '',
    line: found.line,
  };
}

export interface CopiedFile extends WrittenBlob {
  /** Where it was in the archive, as written there. */
  readonly source: string;
}

export interface Attachments {
  /** Attachments in document order. */
  readonly copies: readonly CopiedFile[];
  /** Files that no artifact has. */
  readonly others: readonly CopiedFile[];
  /** Takes the copies away again. */
  readonly remove: () => Promise<void>;
}

/**
 * Streams every file into the store and makes it durable; where one fails, all copies are removed. Throws tooLarge where attachments
 * take more than `bytesMax`.
 */
export async function copyFiles(
  source: ArchiveSource,
  model: ArchiveModel,
  { blobs, bytesMax = Infinity }: { blobs: BlobStore; bytesMax: number | undefined },
): Promise<Attachments> {
  let bytes = 0;
  const copies: CopiedFile[] = [];
  const others: CopiedFile[] = [];
  const remove = async (): Promise<void> => {
    for (const { name } of [...copies, ...others]) await blobs.remove(name);
  };
  const copy = async (path: string): Promise<CopiedFile> => ({
    source: path,
    ...(await blobs.write(source.readFile(path))),
  });
  try {
    for (const { path } of model.artifacts.files) {
      const copied = await copy(path);
      copies.push(copied);
      bytes += copied.sizeBytes;
      if (bytes > bytesMax) throw noRoom(says('archive.attachments')`attachments`, bytesMax);
    }
    for (const path of model.otherFiles) others.push(await copy(path));
    if (copies.length + others.length > 0) await blobs.flush();
  } catch (error) {
    await remove();
    throw error;
  }
  return { copies, others, remove };
}

/** The error for an archive whose things take more than the site's projects may. */
export const noRoom = (things: Said, bytesMax: number): Error =>
  tooLarge(
    says(
      'archive.no-room',
    )`the ${things} of the archive exceed the storage limit of ${bytesMax} bytes for a project; ask a site administrator for more space`,
  );

export interface Attachment {
  /** Inside the archive. */
  readonly path: string;
  /** Throws as openBlob does. */
  readonly read: () => Promise<AsyncIterable<Uint8Array>>;
}

/** Where the attachment with this id stands inside an archive. */
export const attachmentPath = (folder: string, id: number): string => `${folder}/${id}`;

/** A folder that none of the other files is, or lies in. */
export function chooseAttachmentFolder(files: readonly { readonly path: string }[]): string {
  const taken = new Set(files.map(({ path }) => path.split('/')[0]));
  let folder = 'data';
  for (let count = 1; taken.has(folder); count += 1) folder = `data_${count}`;
  return folder;
}

/** The bytes of a stored file. Throws conflict when it is missing in the store, or not as long as it should be. */
export async function openBlob(blobs: BlobStore, name: string, sizeBytes: number): Promise<AsyncIterable<Uint8Array>> {
  const foundBytes = await blobs.sizeOf(name);
  if (foundBytes === sizeBytes) return blobs.read(name);
  const place = blobs.describe(name);
  if (foundBytes === undefined)
    throw conflict(says('archive.attachment-missing')`the attachment ${place} is missing; restore it from a backup`);
  throw conflict(
    says('archive.attachment-size')`the attachment ${place} has ${foundBytes} bytes instead of ${sizeBytes}`,
  );
}

/** As the origin has it; fields have the names that begin with `F`. */
export const attachmentRef = (id: number): string => `fileinfo_${id}`;

/** Every file of the project's artifacts, those included that no change names. */
export async function* listAttachments(
  db: Reader,
  projectId: number,
  { blobs, withDeletedTrackers, folder }: { blobs: BlobStore; withDeletedTrackers: boolean; folder: string },
): AsyncGenerator<Attachment> {
  for await (const row of artifactRecords.streamProjectFiles(db, projectId, withDeletedTrackers))
    yield { path: attachmentPath(folder, row.id), read: () => openBlob(blobs, row.path, row.size_bytes) };
}

export const exportAttachment = (
  { attachmentFolder = '' }: ExportContext,
  file: Awaited<ReturnType<typeof listFiles>>[number],
): ArchiveFile => ({
  id: attachmentRef(file.id),
  filename: file.name,
  path: attachmentPath(attachmentFolder, file.id),
  sizeBytes: file.size_bytes,
  mediaType: file.mime_type,
  description: file.description,
  line: 0,
});

export const writeAttachment = (file: ArchiveFile): string =>
  element('file', { id: file.id }, [
    leaf('filename', file.filename),
    leaf('path', file.path),
    leaf('filesize', String(file.sizeBytes ?? 0)),
    leaf('filetype', file.mediaType),
    leaf('description', file.description),
  ]);
