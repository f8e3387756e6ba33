// Compares the whole history of an artifact, as it is told when all is quiet, with what clients were told before: every
// change that was acknowledged is in it once, nothing else but changes whose answer was lost, and in the order of time.
import type { ArtifactOperation, Values } from './model.ts';

/** One entry of the told history. */
export interface TrailEntry {
  readonly values: Values;
  readonly comment: string;
}

const isWrite = ({ call, answer }: ArtifactOperation): boolean =>
  (call.kind === 'create' || call.kind === 'update') && answer?.kind !== 'refused' && answer?.kind !== 'absent';

/** Whether this operation is what made `entry` out of the one before. */
function makes({ call }: ArtifactOperation, entry: TrailEntry, before: TrailEntry | undefined): boolean {
  if (call.kind !== 'create' && call.kind !== 'update') return false;
  if ((call.kind === 'create') !== (before === undefined)) return false;
  if ((call.kind === 'update' ? call.comment : '') !== entry.comment) return false;
  const expected = { ...before?.values, ...call.values };
  return Object.keys(entry.values).every((name) => entry.values[name] === expected[name]);
}

export interface TrailReading {
  /** What is wrong, in words; empty when the trail is right. */
  readonly faults: readonly string[];
  /** Operations whose answer was lost and that took effect. */
  readonly effective: ReadonlySet<ArtifactOperation>;
}

/** Reads the trail of one artifact, oldest entry first. */
export function readTrail(operations: readonly ArtifactOperation[], trail: readonly TrailEntry[]): TrailReading {
  const faults: string[] = [];
  const open = new Set(operations.filter(isWrite));
  const made: ArtifactOperation[] = [];
  trail.forEach((entry, index) => {
    const maker = [...open].find((operation) => makes(operation, entry, trail[index - 1]));
    if (maker === undefined) {
      faults.push(`entry ${index + 1} was written by nobody, or twice: ${JSON.stringify(entry)}`);
      return;
    }
    open.delete(maker);
    made.push(maker);
  });
  for (const operation of open)
    if (operation.answer !== undefined) faults.push(`acknowledged, but not there: ${JSON.stringify(operation.call)}`);
  let earliestReturn = Infinity;
  for (const operation of made.toReversed()) {
    if (operation.calledAt > earliestReturn)
      faults.push(`stands before one that had returned when it was called: ${JSON.stringify(operation.call)}`);
    earliestReturn = Math.min(earliestReturn, operation.returnedAt);
  }
  return { faults, effective: new Set(made.filter((operation) => operation.answer === undefined)) };
}
