// The stream of what happened to an artifact, put together from its changesets. Pure.
import type { FieldChange } from './field-changes.ts';

/** What of a changeset decides where it stands. */
export interface StreamEntry {
  id: number;
  byId: number;
  atMs: number;
  isSaid: boolean;
  isFirst: boolean;
  changes: readonly FieldChange[];
  /** The program that made it for the person. */
  agent?: string | undefined;
}

/** One after another by the same person, without a word between: shown as one. */
export interface Batch<T extends StreamEntry> {
  id: number;
  entries: readonly T[];
  fields: readonly string[];
  changeCount: number;
}

/** Changes that follow each other within this belong together, in ms. */
const batchGapMs = 60 * 60_000;

const isQuiet = ({ isSaid, isFirst }: StreamEntry): boolean => !isSaid && !isFirst;

function belongsTo(batch: readonly StreamEntry[], entry: StreamEntry): boolean {
  const last = batch.at(-1);
  return (
    last !== undefined &&
    isQuiet(last) &&
    isQuiet(entry) &&
    last.byId === entry.byId &&
    last.agent === entry.agent &&
    Math.abs(last.atMs - entry.atMs) <= batchGapMs
  );
}

const toBatch = <T extends StreamEntry>(entries: readonly T[]): Batch<T> => ({
  id: entries[0]?.id ?? 0,
  entries,
  fields: [...new Set(entries.flatMap(({ changes }) => changes.map(({ label }) => label)))],
  changeCount: entries.reduce((sum, { changes }) => sum + changes.length, 0),
});

/** In the given order; an entry that stands alone is a batch of one. */
export function foldBatches<T extends StreamEntry>(entries: readonly T[]): readonly Batch<T>[] {
  const batches: T[][] = [];
  for (const entry of entries) {
    const last = batches.at(-1);
    if (last !== undefined && belongsTo(last, entry)) last.push(entry);
    else batches.push([entry]);
  }
  return batches.map(toBatch);
}
