// What a process knows of a tracker's blocks of ids: which there are, and when something in them changed last. Every query
// asks for changes since, so nothing that is kept by block is out of date.
import { hasOpenWrites } from '../../../../platform/database/index.ts';
import type { Reader } from '../../../../platform/database/index.ts';
import { listChanges, numberOf, parseBlockCounts, readBlockCounts, readMark } from './blocks.store.ts';
import type { TrackerChanges, TrackerMark } from './blocks.store.ts';

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
  /** By place: which artifacts alone changed from one version to the next, for the last versions; see listChangedSince. */
  steps: (readonly number[])[][];
  /** By number of the block. */
  places: Map<number, number>;
}

const noBlocks = (): TrackerBlocks => ({
  mark: { changeset: 0, number: 0 },
  counts: '',
  numbers: [],
  artifacts: [],
  versions: [],
  steps: [],
  places: new Map(),
});

/** The tracker's blocks as they are; `known` brought up to date, or another object where the order of blocks changed. */
export async function readBlocks(db: Reader, trackerId: number, known = noBlocks()): Promise<TrackerBlocks> {
  const mark = await readMark(db, trackerId);
  const isSettled = !(await hasOpenWrites(db));
  const isMoved = mark.changeset !== known.mark.changeset || mark.number !== known.mark.number;
  // Of blocks that nobody looked at nothing is kept.
  const isNew = known.numbers.length === 0;
  const changes = isMoved && !isNew ? await listChanges(db, trackerId, known.mark) : noChanges;
  const counts = (await readBlockCounts.first(db, { trackerId }))?.counts ?? '';
  const arrivals = Map.groupBy(changes.arrived, numberOf);
  const blocks = counts === known.counts ? known : placeBlocks(known, counts, arrivals);
  const ids = Map.groupBy(changes.ids ?? [], numberOf);
  for (const number of changes.blocks) {
    const place = blocks.places.get(number);
    if (place === undefined) continue;
    // Where as many came as are counted, none left.
    const isCounted = counts !== known.counts || !arrivals.has(number);
    noteChange(blocks, place, isCounted ? ids.get(number) : undefined);
  }
  if (isSettled) blocks.mark = mark;
  blocks.counts = counts;
  return blocks;
}

export const countArtifacts = ({ artifacts }: TrackerBlocks): number => artifacts.reduce((sum, some) => sum + some, 0);

const noChanges: TrackerChanges = { ids: [], arrived: [], blocks: new Set() };

/** Versions of a block for which it is kept what changed. */
const stepsMax = 50;
/** Changed artifacts of a block that one set is asked about again; for more, the block is read whole. */
const idsMax = 50;

function noteChange({ versions, steps }: TrackerBlocks, place: number, ids: readonly number[] | undefined): void {
  versions[place] = (versions[place] ?? 0) + 1;
  if (ids === undefined || ids.length > idsMax) steps[place] = [];
  else steps[place] = [...(steps[place] ?? []), ids].slice(-stepsMax);
}

/** Artifacts that alone changed in a block since a version; undefined where they are many, or not known. */
export function listChangedSince(
  { versions, steps }: TrackerBlocks,
  place: number,
  version: number | undefined,
): readonly number[] | undefined {
  if (version === undefined) return undefined;
  const behind = (versions[place] ?? 0) - version;
  const known = steps[place] ?? [];
  if (behind > known.length) return undefined;
  const ids = new Set(known.slice(known.length - behind).flat());
  return ids.size > idsMax ? undefined : [...ids];
}

/** `arrivals` are those that are known to have come to a block. */
function placeBlocks(
  known: TrackerBlocks,
  counts: string,
  arrivals: ReadonlyMap<number, readonly number[]>,
): TrackerBlocks {
  const found = parseBlockCounts(counts);
  const last = known.numbers.at(-1) ?? -1;
  const isAddedBefore = [...found.keys()].some((number) => number < last && !known.places.has(number));
  const blocks = isAddedBefore ? noBlocks() : known;
  for (const [place, number] of blocks.numbers.entries()) {
    const artifacts = found.get(number) ?? 0;
    const more = artifacts - (blocks.artifacts[place] ?? 0);
    blocks.artifacts[place] = artifacts;
    if (more !== (arrivals.get(number)?.length ?? 0)) noteChange(blocks, place, undefined);
  }
  for (const [number, artifacts] of found) {
    if (blocks.places.has(number)) continue;
    blocks.places.set(number, blocks.numbers.length);
    blocks.numbers.push(number);
    blocks.artifacts.push(artifacts);
    blocks.versions.push(1);
    blocks.steps.push([]);
  }
  return blocks;
}
