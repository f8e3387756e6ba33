// A zip file as an archive. Names are checked before anything is read, sizes and checksums while it streams;
// overlapping entries (the trick of zip bombs) are refused, and nothing is written to disk.
import { crc32 } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import { DomainError, invalid, tooLarge } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { createSizeGuard, resolveFile } from '../model/archive-access.ts';
import type { ArchiveLimits, ArchiveSource } from '../model/archive-access.ts';
import { normalizeArchivePath } from '../model/archive-path.ts';

const FILE_TYPE_MASK = 0o170000;
const REGULAR_FILE = 0o100000;
const UNIX = 3;

const damaged = (what: string, error: unknown): unknown =>
  error instanceof Error && !(error instanceof DomainError)
    ? invalid(says('archive.damaged')`${what}: the zip file is damaged or unsafe: ${error.message}`)
    : error;

const isRegularFile = (entry: Entry): boolean => {
  if (entry.fileName.endsWith('/')) return false;
  const mode = (entry.externalFileAttributes >>> 16) & FILE_TYPE_MASK;
  return entry.versionMadeBy >>> 8 !== UNIX || mode === 0 || mode === REGULAR_FILE;
};

const readEntryPath = (location: string, entry: Entry): string => {
  const name = entry.fileName.endsWith('/') ? entry.fileName.slice(0, -1) : entry.fileName;
  const path = normalizeArchivePath(name);
  if (path === undefined)
    throw invalid(
      says('archive.entry-unsafe')`${location}: the entry \`${entry.fileName}\` is not a safe relative path`,
    );
  if (entry.isEncrypted()) throw invalid(says('archive.encrypted')`${location}: the entry \`${path}\` is encrypted`);
  if (!entry.canDecodeFileData())
    throw invalid(
      says(
        'archive.compression',
      )`${location}: the entry \`${path}\` is compressed with method ${entry.compressionMethod}; use deflate`,
    );
  return path;
};

const listEntries = async (zip: ZipFile, location: string, limits: ArchiveLimits): Promise<Map<string, Entry>> => {
  const entries = new Map<string, Entry>();
  const guard = createSizeGuard(limits);
  let compressedBytes = 0;
  for await (const entry of zip.eachEntry()) {
    const path = readEntryPath(location, entry);
    compressedBytes += entry.compressedSize;
    guard(path, entry.uncompressedSize);
    if (compressedBytes > zip.fileSize)
      throw invalid(says('archive.overlap')`${location}: entries of the zip file overlap`);
    if (entries.has(path)) throw invalid(says('archive.entry-twice')`${location}: the entry \`${path}\` exists twice`);
    if (isRegularFile(entry)) entries.set(path, entry);
  }
  return entries;
};

async function* readEntry(zip: ZipFile, location: string, path: string, entry: Entry): AsyncGenerator<Uint8Array> {
  let checksum = 0;
  let seenBytes = 0;
  try {
    const stream: AsyncIterable<Buffer> = await zip.openReadStreamPromise(entry);
    for await (const chunk of stream) {
      seenBytes += chunk.byteLength;
      if (seenBytes > entry.uncompressedSize)
        throw tooLarge(says('archive.holds-more')`\`${path}\` is larger than the zip file declares`);
      checksum = crc32(chunk, checksum);
      yield chunk;
    }
  } catch (error) {
    throw damaged(`${location}, entry \`${path}\``, error);
  }
  if (checksum !== entry.crc32)
    throw invalid(says('archive.checksum')`${location}: the checksum of the entry \`${path}\` is wrong`);
}

/** Opens a zip file and reads its table of contents. Errors as `openArchive` says. */
export const openZipArchive = async (location: string, limits: ArchiveLimits): Promise<ArchiveSource> => {
  let zip: ZipFile | undefined;
  try {
    const { openPromise } = await import('yauzl');
    zip = await openPromise(location, { autoClose: false, lazyEntries: true, validateEntrySizes: true });
    const opened = zip;
    const entries = await listEntries(opened, location, limits);
    const files = new Map(Array.from(entries, ([path, entry]) => [path, entry.uncompressedSize]));
    const readFile = (name: string): AsyncIterable<Uint8Array> => {
      const path = resolveFile(files, name);
      const entry = entries.get(path);
      if (entry === undefined) throw invalid(says('archive.no-file')`the archive has no file \`${path}\``);
      return readEntry(opened, location, path, entry);
    };
    const packedBytes = (path: string): number => entries.get(path)?.compressedSize ?? 0;
    return { location, files, readFile, packedBytes, close: async () => opened.close() };
  } catch (error) {
    zip?.close();
    throw damaged(location, error);
  }
};
