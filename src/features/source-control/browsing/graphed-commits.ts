// How many commits git's graph of a repository has: told by a few bytes of its files, where git would walk along all of them.
import { open, readFile } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

/** Of a file's signature, versions and number of chunks; see gitformat-commit-graph(5). */
const headBytes = 8;
/** Of a chunk's name and place in the table that follows. */
const rowBytes = 12;
/** The chunk that counts commits by the first byte of their hashes; its last number counts all of them. */
const fanout = 'OIDF';
const fanoutBytes = 1024;

const readBytes = async (file: FileHandle, position: number, length: number): Promise<Buffer> =>
  (await file.read(Buffer.alloc(length), 0, length, position)).buffer;

async function countOf(path: string): Promise<number> {
  await using file = await open(path);
  const chunks = (await readBytes(file, 0, headBytes)).readUInt8(6);
  const table = await readBytes(file, headBytes, chunks * rowBytes);
  for (let at = 0; at < table.length; at += rowBytes)
    if (table.toString('latin1', at, at + 4) === fanout) {
      const place = Number(table.readBigUInt64BE(at + 4));
      return Number.isSafeInteger(place) ? (await readBytes(file, place + fanoutBytes - 4, 4)).readUInt32BE() : 0;
    }
  return 0;
}

/**
 * Those of all branches; 0 where there is no graph, or none in files that follow each other. A damaged one may count anything: it is
 * for guesses. `folder` is the repository's.
 */
export async function countGraphed(folder: string): Promise<number> {
  const place = join(folder, 'objects', 'info', 'commit-graphs');
  try {
    const hashes = (await readFile(join(place, 'commit-graph-chain'), 'latin1')).split('\n').filter(Boolean);
    const counts = await Promise.all(hashes.map((hash) => countOf(join(place, `graph-${hash}.graph`))));
    return counts.reduce((sum, count) => sum + count, 0);
  } catch (error) {
    // None was written, or git has just replaced it.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 0;
    throw error;
  }
}
