// What a process knows of a tracker's blocks of ids: which there are, and when something in them changed last. Every query
// asks for changes since, so nothing that is kept by block is out of date.
import { hasOpenWrites } from '../../../platform/database/index.ts';
import type { Reader } from '../../../platform/database/index.ts';
import { listChangedBlocks, parseBlockCounts, readBlockCounts, readMark } from './blocks.store.ts';
import type { TrackerMark } from './blocks.store.ts';

/** The places of blocks stay the same for as long as the object lives; blocks that are new are added at the end. */
export interface TrackerBlocks {
  /** Everything up to here was committed when the blocks were looked at. */
  mark: TrackerMark;
  /** What readBlockCounts gave. */
  counts: string;
  /** By place: number of the block, artifacts in it, and a version that grows when something in it may have changed. */
  numbers: number[];
  artifacts: number[];
  versions: number[];
  /** By number of the block. */
  places: Map<number, number>;
}

const noBlocks = (): TrackerBlocks => ({
  mark: { changeset: 0, number: 0 },
  counts: '',
  numbers: [],
  artifacts: [],
  versions: [],
  places: new Map(),
});

/** The tracker's blocks as they are; `known` brought up to date, or another object where the order of blocks changed. */
export async function readBlocks(db: Reader, trackerId: number, known = noBlocks()): Promise<TrackerBlocks> {
  const mark = await readMark(db, trackerId);
  const isSettled = !(await hasOpenWrites(db));
  const isMoved = mark.changeset !== known.mark.changeset || mark.number !== known.mark.number;
  // Of blocks that nobody looked at nothing is kept.
  const isNew = known.numbers.length === 0;
  const changed = isMoved && !isNew ? await listChangedBlocks(db, trackerId, known.mark) : new Set<number>();
  const counts = (await readBlockCounts.first(db, { trackerId }))?.counts ?? '';
  const blocks = counts === known.counts ? known : placeBlocks(known, counts);
  for (const number of changed) {
    const place = blocks.places.get(number);
    if (place !== undefined) blocks.versions[place] = (blocks.versions[place] ?? 0) + 1;
  }
  if (isSettled) blocks.mark = mark;
  return blocks;
}

function placeBlocks(known: TrackerBlocks, counts: string): TrackerBlocks {
  const found = parseBlockCounts(counts);
  const last = known.numbers.at(-1) ?? -1;
  const isAddedBefore = [...found.keys()].some((number) => number < last && !known.places.has(number));
  const blocks = isAddedBefore ? noBlocks() : known;
  for (const [place, number] of blocks.numbers.entries()) {
    const artifacts = found.get(number) ?? 0;
    if (blocks.artifacts[place] === artifacts) continue;
    blocks.artifacts[place] = artifacts;
    blocks.versions[place] = (blocks.versions[place] ?? 0) + 1;
  }
  for (const [number, artifacts] of found) {
    if (blocks.places.has(number)) continue;
    blocks.places.set(number, blocks.numbers.length);
    blocks.numbers.push(number);
    blocks.artifacts.push(artifacts);
    blocks.versions.push(1);
  }
  blocks.counts = counts;
  return blocks;
}
