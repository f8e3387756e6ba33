// Runs the two sides of a row in turn, so that what else the machine does meets both alike.
import type { Contest, Measure, Row, ServerMeasurement } from './rows.ts';
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
  /** Of the subject's database, where that is a server of its own. */
  databaseCpuUs: number | undefined;
  /** The largest share of time (0 to 1) that the load client was busy against the reference; near 1 it is the limit. */
  clientBusyShare: number;
  /** Those that were counted. */
  rounds: readonly Round[];
}

export interface Round {
  subject: ServerMeasurement;
  reference: ServerMeasurement | undefined;
}

/** A measurement in which something was counted. */
interface Counted extends ServerMeasurement {
  p50Ms: number;
  p99Ms: number;
}

/** On a machine that is busy elsewhere a short measurement may end before its first answer. */
const attemptsMax = 10;

/** Measures again while nothing was counted. Throws Error for a wrong answer, or when nothing was counted ten times. */
async function take(measure: Measure, round: number): Promise<Counted> {
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const measured = await measure(round);
    const { failures, firstFailure, p50Ms, p99Ms } = measured;
    if (failures > 0) throw new Error(`${failures} answers were wrong; the first: ${firstFailure ?? ''}`);
    if (p50Ms !== null && p99Ms !== null) return { ...measured, p50Ms, p99Ms };
    console.error('  nothing was answered within a measurement; it is repeated');
  }
  throw new Error(`nothing was answered within any of ${attemptsMax} measurements; let them last longer by --seconds`);
}

function medianCpuUs(
  measurements: readonly ServerMeasurement[],
  of: 'cpuMs' | 'databaseCpuMs' = 'cpuMs',
): number | undefined {
  const known = measurements.flatMap(({ [of]: ms, answers }) => (ms === undefined ? [] : [(ms * 1000) / answers]));
  return known.length === 0 ? undefined : median(known);
}

/** Medians of all rounds after one that is not counted. Throws Error as soon as one answer is wrong. */
export async function runContest(
  { subject, reference }: Contest,
  rounds: number,
  compares: NonNullable<Row['compares']> = 'perSecond',
): Promise<Outcome> {
  const subjects: Counted[] = [];
  const references: Counted[] = [];
  for (let round = -1; round < rounds; round += 1) {
    const mine = await take(subject, round);
    const other = reference === undefined ? undefined : await take(reference, round);
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
    databaseCpuUs: medianCpuUs(subjects, 'databaseCpuMs'),
    clientBusyShare: Math.max(0, ...references.map(({ busyShare }) => busyShare)),
    rounds: subjects.map((subject, round) => ({ subject, reference: references[round] })),
  };
}
