// What changed between two runs of the benchmark beyond the noise of their rounds.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Value } from 'typebox/value';
import type { Round } from './contest.ts';
import { bare } from './rows.ts';
import { commitLoop } from './writing-rows.ts';
import type { Row, ServerMeasurement } from './rows.ts';
import { estimate } from './statistics.ts';
import type { Estimate } from './statistics.ts';

const Kept = Type.Union([
  Type.Null(),
  Type.Object({ median: Type.Number(), error: Type.Number(), count: Type.Integer() }),
]);

/**
 * What a row is compared by: its rate and its processor time for one answer, as ratios to those of a bare server where it was
 * measured beside one, else per second and in µs.
 */
const KeptRow = Type.Object({ name: Type.String(), clients: Type.Integer(), rate: Kept, cpu: Kept });
const KeptRun = Type.Array(KeptRow);

export type KeptRow = Static<typeof KeptRow>;

export interface Change {
  row: string;
  measure: 'rate' | 'processor time';
  before: Estimate;
  now: Estimate;
  /** What is taken for noise, in the unit of the medians. */
  noise: number;
  verdict: 'worse' | 'better' | 'within noise';
}

/** Standard errors of the difference; chance alone exceeds three once in 370 times. */
const noiseErrors = 3;
/** Share of the median before, however alike the rounds were: two servers of one build differ by as much. */
const noiseShare = 0.03;
/** Rounds from which the error of a median is known well enough. */
const roundsMin = 5;

const cpuUsOf = ({ cpuMs, answers }: ServerMeasurement): number => ((cpuMs ?? Number.NaN) * 1000) / answers;

const estimateKnown = (values: readonly number[]): Estimate | null =>
  values.length === 0 || values.some(Number.isNaN) ? null : estimate(values);

/** Makes of a row's rounds what other runs compare with. */
export function keepRow(
  { name, clients, against }: Pick<Row, 'name' | 'clients' | 'against'>,
  rounds: readonly Round[],
): KeptRow {
  const take = (valueOf: (measured: ServerMeasurement) => number, isRatio: boolean): Estimate | null =>
    estimateKnown(
      rounds.map(({ subject, reference }) =>
        isRatio && reference !== undefined ? valueOf(subject) / valueOf(reference) : valueOf(subject),
      ),
    );
  // A reference that is Tepal itself changes with what it is compared to.
  const isBeside = against === bare || against === commitLoop;
  return {
    name,
    clients,
    rate: take(({ perSecond }) => perSecond, isBeside),
    cpu: take(cpuUsOf, isBeside) ?? take(cpuUsOf, false),
  };
}

/** Reads what `--json` wrote; `name` is for the message of the Error that it throws where the text is anything else. */
export function readKeptRun(text: string, name: string): KeptRow[] {
  let rows: unknown;
  try {
    rows = JSON.parse(text);
  } catch (error) {
    throw new Error(`${name} is not JSON`, { cause: error });
  }
  if (Value.Check(KeptRun, rows)) return rows;
  throw new Error(`${name} is no run that --json wrote: its rows need name, clients, rate and cpu`);
}

function judge(row: string, measure: Change['measure'], before: Estimate, now: Estimate): Change {
  for (const { count } of [before, now])
    if (count < roundsMin)
      throw new Error(`"${row}" was measured in ${count} rounds; to compare needs ${roundsMin}: --rounds ${roundsMin}`);
  const noise = Math.max(noiseErrors * Math.hypot(before.error, now.error), noiseShare * before.median);
  const gain = measure === 'rate' ? now.median - before.median : before.median - now.median;
  const verdict = Math.abs(gain) <= noise ? 'within noise' : gain > 0 ? 'better' : 'worse';
  return { row, measure, before, now, noise, verdict };
}

/**
 * Compares the rows that both runs have, by name and number of clients. Throws Error where they have none in common, and
 * where one was measured in less than five rounds.
 */
export function compareRuns(before: readonly KeptRow[], now: readonly KeptRow[]): Change[] {
  const nameOf = ({ name, clients }: KeptRow): string => `${name}, ${clients} clients`;
  const known = new Map(before.map((row) => [nameOf(row), row]));
  const changes = now.flatMap((row) => {
    const name = nameOf(row);
    const old = known.get(name);
    const rate = old?.rate && row.rate ? [judge(name, 'rate', old.rate, row.rate)] : [];
    const cpu = old?.cpu && row.cpu ? [judge(name, 'processor time', old.cpu, row.cpu)] : [];
    return [...rate, ...cpu];
  });
  if (changes.length === 0) throw new Error('the two runs have no row in common');
  return changes;
}

const spell = ({ median, error }: Estimate): string => `${median.toPrecision(3)} ± ${error.toPrecision(2)}`;

/** A line for each change beyond noise, what got worse first, and one that says by what it was judged. */
export function describeChanges(changes: readonly Change[]): string[] {
  const lineOf = ({ verdict, row, measure, before, now, noise }: Change): string =>
    `${verdict}: ${row}: ${measure} ${spell(before)} before, ${spell(now)} now (noise ${noise.toPrecision(2)})`;
  const of = (verdict: Change['verdict']): Change[] => changes.filter((change) => change.verdict === verdict);
  return [
    ...[...of('worse'), ...of('better')].map(lineOf),
    `${of('within noise').length} of ${changes.length} figures are within noise: ${noiseErrors} standard errors of the ` +
      `difference of both medians, and at least ${noiseShare * 100} %.`,
  ];
}
