// What a folder and a zip file have in common as archives: the files they list, the limits, the names they accept.
import { invalid, tooLarge } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { normalizeArchivePath } from './archive-path.ts';

export interface ArchiveLimits {
  readonly maxFiles: number;
  readonly maxFileBytes: number;
  readonly maxTotalBytes: number;
}

export const DEFAULT_LIMITS: ArchiveLimits = {
  maxFiles: 200_000,
  maxFileBytes: 4 * 1024 ** 3,
  maxTotalBytes: 32 * 1024 ** 3,
};

export interface ArchiveSource {
  /** Where it was opened, for messages. */
  readonly location: string;
  /** Size in bytes by normal path, of every regular file. */
  readonly files: ReadonlyMap<string, number>;
  /**
   * Streams a file; `name` as written in the archive. Throws invalid when the name is unsafe, or no regular file of the
   * archive has it, or the content is damaged, and tooLarge when it holds more than the listed size.
   */
  readonly readFile: (name: string) => AsyncIterable<Uint8Array>;
  /** How many bytes a file takes in the archive; that of its content where nothing is compressed. */
  readonly packedBytes: (path: string) => number;
  readonly close: () => Promise<void>;
}

/** What compresses better than this is made to, not meant to be kept. */
const maxRatio = 100;
/** What files may come to whatever they are compressed to. */
const unjudgedBytes = 8 * 1024 ** 2;

/** Throws tooLarge where files, which nothing but the archive vouches for, become much more than they are in it. */
export const requireFairRatio = ({ files, packedBytes }: ArchiveSource, paths: readonly string[]): void => {
  let [packed, unpacked] = [0, 0];
  for (const path of paths) {
    packed += packedBytes(path);
    unpacked += files.get(path) ?? 0;
    if (unpacked > unjudgedBytes && unpacked > packed * maxRatio)
      throw tooLarge(
        says(
          'archive.ratio',
        )`\`${path}\`: the files outside artifacts, up to this one, expand from ${packed} to ${unpacked} bytes; the limit is ${maxRatio} times`,
      );
  }
};

/** The normal path of a file that the archive holds. Throws invalid for an unsafe name or a file that isn't there. */
export const resolveFile = (files: ReadonlyMap<string, number>, name: string): string => {
  const path = normalizeArchivePath(name);
  if (path === undefined)
    throw invalid(
      says('archive.unsafe')`the archive refers to the file \`${name}\`, which is not a safe relative path`,
    );
  if (!files.has(path)) throw invalid(says('archive.no-file')`the archive has no file \`${path}\``);
  return path;
};

/** Counts a file against the limits; throws tooLarge naming it and the limit. */
export const createSizeGuard = (limits: ArchiveLimits): ((path: string, sizeBytes: number) => void) => {
  let count = 0;
  let totalBytes = 0;
  return (path, sizeBytes) => {
    count += 1;
    totalBytes += sizeBytes;
    if (count > limits.maxFiles)
      throw tooLarge(says('archive.many-files')`the archive has more than ${limits.maxFiles} files`);
    if (sizeBytes > limits.maxFileBytes)
      throw tooLarge(
        says(
          'archive.large-file',
        )`\`${path}\` has ${sizeBytes} bytes; the limit for one file is ${limits.maxFileBytes}`,
      );
    if (totalBytes > limits.maxTotalBytes)
      throw tooLarge(says('archive.large')`the files of the archive exceed ${limits.maxTotalBytes} bytes in total`);
  };
};

/** The same archive; `onRead` hears after each chunk how many bytes are read, of all files once and of project.xml twice. */
export const watchReading = (
  source: ArchiveSource,
  onRead: (done: number, total: number) => void = () => undefined,
): ArchiveSource => {
  const { files } = source;
  const total = files.values().reduce((sum, size) => sum + size, files.get('project.xml') ?? 0);
  let done = 0;
  return {
    ...source,
    async *readFile(name) {
      for await (const chunk of source.readFile(name)) {
        onRead((done += chunk.byteLength), total);
        yield chunk;
      }
    },
  };
};
