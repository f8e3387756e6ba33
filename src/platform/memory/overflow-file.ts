// A file for texts that leave memory and may be wanted again. What came first is written over. Nobody but this process reads it,
// and it has no name, so that it is gone with the process, however that ends.
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, rmSync, write } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Where a text lies. */
export interface Place {
  /** Counted on and on. Divided by `halfBytes` it tells which half of the file it was written to. */
  start: number;
  lengthBytes: number;
}

export interface OverflowFile {
  /** A text stays at least until as many bytes were written after it. */
  readonly halfBytes: number;
  /** Copies the text; undefined where it is too long, or the disk has not taken yet what came before, or failed. */
  write(text: string): Place | undefined;
  /** undefined where it was written over, or can't be read. */
  read(place: Place): string | undefined;
  /** Waits for what is being written. */
  close(): Promise<void>;
}

interface Deps {
  folder: string;
  /** With room for less than four slabs nothing is written at all. */
  maxBytes: number;
  /** Told once of what the disk refuses; from then on there is nothing there. */
  onFailure(error: unknown): void;
}

/** Written in one piece; no text is longer. */
export const slabMaxBytes = 262_144;
/** One is filled while the one before it is written. */
const slabsMin = 4;

const writeAt = promisify(write);

/** A slab as it is being filled, or as it leaves for the file; slabs are counted on and on. */
interface Slab {
  number: number;
  bytes: Buffer;
  usedBytes: number;
}

/** What is on the disk, in slabs that lie one after the other and begin anew after `slabs` of them. */
interface SlabFile {
  /** Whether it was closed, or the disk refused something. */
  isOver(): boolean;
  write(number: number, bytes: Buffer): Promise<void>;
  read(number: number, at: number, lengthBytes: number): string | undefined;
  close(): void;
}

/** The file is made when the first slab is full. */
function openSlabFile(slabs: number, { folder, onFailure }: Pick<Deps, 'folder' | 'onFailure'>): SlabFile {
  const scratch = createOnce(() => Buffer.allocUnsafeSlow(slabMaxBytes));
  const startOf = (number: number): number => (number % slabs) * slabMaxBytes;
  let file: number | undefined;
  let isOver = slabs < slabsMin;
  const fail = (error: unknown): void => {
    if (!isOver) onFailure(error);
    isOver = true;
  };
  return {
    isOver: () => isOver,
    async write(number, bytes) {
      try {
        file ??= openNameless(folder);
        const { bytesWritten } = await writeAt(file, bytes, 0, slabMaxBytes, startOf(number));
        if (bytesWritten < slabMaxBytes) fail(new Error(`the disk took ${bytesWritten} bytes of ${slabMaxBytes}`));
      } catch (error) {
        fail(error);
      }
    },
    read(number, at, lengthBytes) {
      if (file === undefined) return undefined;
      try {
        const length = readSync(file, scratch(), 0, lengthBytes, startOf(number) + at);
        return length === lengthBytes ? scratch().toString('utf8', 0, length) : undefined;
      } catch (error) {
        fail(error);
        return undefined;
      }
    },
    close() {
      isOver = true;
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}

/** Keeps nothing where there is room for less than four slabs. */
export function openOverflowFile({ maxBytes, ...deps }: Deps): OverflowFile {
  const slabs = Math.floor(maxBytes / slabMaxBytes / 2) * 2;
  const disk = openSlabFile(slabs, deps);
  let filling: Slab = { number: -1, bytes: Buffer.alloc(0), usedBytes: slabMaxBytes };
  /** Until the disk has taken it. */
  let leaving: (Slab & { taken: Promise<void> }) | undefined;
  let spare: Buffer | undefined;
  let isClosed = false;

  const store = async ({ number, bytes }: Slab): Promise<void> => {
    await disk.write(number, bytes);
    leaving = undefined;
    spare = bytes;
  };

  const startSlab = (): void => {
    const full = filling;
    filling = { number: full.number + 1, bytes: spare ?? Buffer.allocUnsafeSlow(slabMaxBytes), usedBytes: 0 };
    spare = undefined;
    if (full.number >= 0) leaving = { ...full, taken: Promise.resolve().then(() => store(full)) };
  };

  return {
    halfBytes: (slabs / 2) * slabMaxBytes,
    write(text) {
      const lengthBytes = Buffer.byteLength(text);
      if (isClosed || disk.isOver() || lengthBytes > slabMaxBytes) return undefined;
      if (lengthBytes > slabMaxBytes - filling.usedBytes) {
        if (leaving !== undefined) return undefined;
        startSlab();
      }
      const { number, bytes, usedBytes } = filling;
      bytes.write(text, usedBytes);
      filling.usedBytes += lengthBytes;
      return { start: number * slabMaxBytes + usedBytes, lengthBytes };
    },
    read({ start, lengthBytes }) {
      if (isClosed || disk.isOver()) return undefined;
      const number = Math.floor(start / slabMaxBytes);
      const at = start % slabMaxBytes;
      const held = [filling, leaving].find((slab) => slab?.number === number);
      if (held !== undefined) return held.bytes.toString('utf8', at, at + lengthBytes);
      return filling.number - number < slabs ? disk.read(number, at, lengthBytes) : undefined;
    },
    async close() {
      isClosed = true;
      await leaving?.taken;
      disk.close();
    },
  };
}

function createOnce<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** Gone from its folder as soon as it is open. */
function openNameless(folder: string): number {
  const path = join(folder, `.overflow-${randomUUID()}`);
  const file = openSync(path, 'wx+', 0o600);
  rmSync(path);
  return file;
}
