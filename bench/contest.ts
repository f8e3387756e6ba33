// Runs the two sides of a row in turn, so that what else the machine does meets both alike.
import type { Measurement } from './messages.ts';
import type { Contest, Row, ServerMeasurement } from './rows.ts';
import { median } from './statistics.ts';

export interface Outcome {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Median of the ratios, of rates or of p99, of neighbouring measurements; undefined without a reference. */
  ratio: number | undefined;
  /** The reference's median. */
  referencePerSecond: number | undefined;
  /** Processor time for one answer, in µs; undefined where it is not known. */
  cpuUs: number | undefined;
  referenceCpuUs: number | undefined;
  /** The largest share of time (0 to 1) that the load client was busy against the reference; near 1 it is the limit. */
  clientBusyShare: number;
}

function requireNoFailure({ failures, firstFailure }: Measurement): void {
  if (failures > 0) throw new Error(`${failures} answers were wrong; the first: ${firstFailure ?? ''}`);
}

function medianCpuUs(measurements: readonly ServerMeasurement[]): number | undefined {
  const known = measurements.flatMap(({ cpuMs, answers }) => (cpuMs === undefined ? [] : [(cpuMs * 1000) / answers]));
  return known.length === 0 ? undefined : median(known);
}

/** Medians of all rounds after one that is not counted. Throws Error as soon as one answer is wrong. */
export async function runContest(
  { subject, reference }: Contest,
  rounds: number,
  compares: NonNullable<Row['compares']> = 'perSecond',
): Promise<Outcome> {
  const subjects: ServerMeasurement[] = [];
  const references: ServerMeasurement[] = [];
  for (let round = -1; round < rounds; round += 1) {
    const mine = await subject(round);
    requireNoFailure(mine);
    const other = await reference?.(round);
    if (other !== undefined) requireNoFailure(other);
    if (round < 0) continue;
    subjects.push(mine);
    if (other !== undefined) references.push(other);
  }
  const ratios = references.map((other, round) => (subjects[round]?.[compares] ?? Number.NaN) / other[compares]);
  return {
    perSecond: median(subjects.map(({ perSecond }) => perSecond)),
    p50Ms: median(subjects.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(subjects.map(({ p99Ms }) => p99Ms)),
    ratio: ratios.length === 0 ? undefined : median(ratios),
    referencePerSecond: references.length === 0 ? undefined : median(references.map(({ perSecond }) => perSecond)),
    cpuUs: medianCpuUs(subjects),
    referenceCpuUs: medianCpuUs(references),
    clientBusyShare: Math.max(0, ...references.map(({ busyShare }) => busyShare)),
  };
}
