// What is known of the artifacts in a tracker's blocks, kept from one query to the next, so that only blocks in which something
// changed are looked at again.
import { createCache } from '../../../../platform/cache/index.ts';
import { rangeOf } from './blocks.store.ts';
import type { Block } from './blocks.store.ts';
import { listChangedSince } from './tracker-blocks.ts';
import type { TrackerBlocks } from './tracker-blocks.ts';

/** What is kept of each id of the blocks, by their places. */
export interface BlockForm<T> {
  empty(blocks: number): T;
  copyBlock(to: T, place: number, from: T): void;
  /** Takes away what is known of an artifact. */
  remove(from: T, place: number, id: number): void;
  bytesOf(of: T): number;
}

export interface BlockFill<T> {
  /** Adds what is to be known of the artifacts in these blocks at least. */
  whole(blocks: readonly Block[], to: T): Promise<void>;
  /** The same of these artifacts, which are not many; undefined: blocks are read as a whole. */
  few: ((ids: readonly number[], to: T) => Promise<void>) | undefined;
}

export interface BlockCache<T> {
  /** Whether something is kept by the name for these blocks, be it out of date in part. */
  knows(name: string, blocks: TrackerBlocks | undefined): boolean;
  /**
   * What is known, up to date. `name` stands for all that decides it but the artifacts of the blocks; undefined where more than
   * these do, which is never kept.
   */
  read(name: string | undefined, blocks: TrackerBlocks, fill: BlockFill<T>): Promise<T>;
}

interface CachedEntry<T> {
  blocks: TrackerBlocks;
  known: T;
  /** By place: the version of the block that was looked at. */
  versions: readonly number[];
  bytes: number;
}

export function createBlockCache<T>(form: BlockForm<T>, name: string, maxBytes: number): BlockCache<T> {
  const entries = createCache<string, CachedEntry<T>>({ name, maxBytes, sizeOf: ({ bytes }) => bytes });
  return {
    knows(name, blocks) {
      const entry = entries.peek(name);
      return entry !== undefined && entry.blocks === blocks;
    },
    async read(name, blocks, fill) {
      const entry = name === undefined ? undefined : entries.get(name);
      const before = entry?.blocks === blocks ? entry : undefined;
      // Taken before anything is read: what changes from here on is looked at again next time.
      const versions = [...blocks.versions];
      if (name !== undefined && before !== undefined && isSame(before.versions, versions)) return before.known;
      const known = await bringUpToDate(form, blocks, versions, before, fill);
      if (name === undefined) return known;
      // Beside what is known it takes a version for each block, and the objects around.
      const bytes = form.bytesOf(known) + 8 * versions.length + 400;
      entries.set(name, { blocks, known, versions, bytes });
      return known;
    },
  };
}

/** Whether blocks have the same versions. */
export const isSame = (some: readonly number[], others: readonly number[]): boolean =>
  some.length === others.length && some.every((version, place) => version === others[place]);

async function bringUpToDate<T>(
  form: BlockForm<T>,
  blocks: TrackerBlocks,
  versions: readonly number[],
  before: CachedEntry<T> | undefined,
  { whole, few }: BlockFill<T>,
): Promise<T> {
  const known = form.empty(versions.length);
  const changedIds: number[] = [];
  const changedBlocks: Block[] = [];
  for (const [place, version] of versions.entries()) {
    const versionBefore = before?.versions[place];
    const isCurrent = versionBefore === version;
    const changed = isCurrent ? [] : few === undefined ? undefined : listChangedSince(blocks, place, versionBefore);
    if (changed === undefined || before === undefined) {
      changedBlocks.push(blockAt(blocks, place));
      continue;
    }
    form.copyBlock(known, place, before.known);
    for (const id of changed) form.remove(known, place, id);
    changedIds.push(...changed);
  }
  const wanted = changedBlocks.filter(({ artifacts }) => artifacts > 0);
  if (changedIds.length > 0) await few?.(changedIds, known);
  if (wanted.length > 0) await whole(wanted, known);
  return known;
}

const blockAt = ({ numbers, artifacts }: TrackerBlocks, place: number): Block => ({
  ...rangeOf(numbers[place] ?? 0),
  artifacts: artifacts[place] ?? 0,
});
