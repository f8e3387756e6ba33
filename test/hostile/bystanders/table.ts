// The table of classes, as it is printed, and the file that keeps its rows.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { shapeCheck } from '../../../src/platform/texts/shape.ts';
import type { Outcome } from './measure.ts';

const number = Type.Number();
const KeptOutcome = Type.Object({
  readMs: number,
  readOwnMs: number,
  quietMs: number,
  controlMs: number,
  othersShare: number,
  newcomerMs: number,
  newcomerOwnMs: number,
  turnMs: number,
  signInMs: number,
  grownMb: number,
  statuses: Type.Array(Type.Tuple([number, number])),
  findings: Type.Array(Type.String()),
});
const KeptFile = Type.Record(Type.String(), Type.Record(Type.String(), KeptOutcome));
const isKeptFile = shapeCheck(KeptFile);

type TableRow = Static<typeof KeptOutcome> & Pick<Outcome, 'name'>;

const ms = (value: number): string => (value < 10 ? value.toFixed(1) : value.toFixed(0));

const spellStatuses = (statuses: readonly (readonly [number, number])[]): string =>
  statuses
    .toSorted(([a], [b]) => a - b)
    .map(([status, count]) => `${status === 0 ? 'closed' : status} × ${count}`)
    .join(', ');

const header = [
  '| Class | Slowest read, ms | …own | …quiet | …control | Others | New connection, ms | …own | Longest turn, ms | Known sign-in, ms | Memory, MB | Answers | Aims |',
  '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
];

/** The row of one class. */
export const spellOutcome = (outcome: TableRow): string => {
  const { name, readMs, readOwnMs, quietMs, controlMs, othersShare, newcomerMs, newcomerOwnMs } = outcome;
  const { turnMs, signInMs, grownMb, statuses, findings } = outcome;
  const cells = [
    `\`${name}\``,
    ms(readMs),
    ms(readOwnMs),
    ms(quietMs),
    ms(controlMs),
    `${(othersShare * 100).toFixed(0)} %`,
    ms(newcomerMs),
    ms(newcomerOwnMs),
    turnMs === 0 ? '< 15' : ms(turnMs),
    ms(signInMs),
    `${grownMb >= 0 ? '+' : ''}${grownMb.toFixed(0)}`,
    spellStatuses(statuses),
    findings.length === 0
      ? 'met'
      : `**missed**: ${findings.map((finding) => finding.replaceAll(/[|\n]/g, ' ').slice(0, 160)).join('; ')}`,
  ];
  return `| ${cells.join(' | ')} |`;
};

/** Lines of Markdown. */
export const writeTable = (outcomes: readonly TableRow[]): string[] => [...header, ...outcomes.map(spellOutcome)];

/** Throws Error for a text that is no such file. */
function parseKept(text: string): Static<typeof KeptFile> {
  const kept: unknown = JSON.parse(text);
  if (!isKeptFile(kept)) throw new Error('the kept outcomes do not have the shape that they should');
  return kept;
}

/** The file with these outcomes in place of older ones of the same classes; each class is one line. */
export function keepOutcomes(
  text: string,
  engine: string,
  facts: readonly string[],
  outcomes: readonly TableRow[],
): string {
  const kept = parseKept(text);
  const measured = Object.fromEntries(outcomes.map((outcome) => [outcome.name, { ...outcome, facts }]));
  const engines = Object.entries({ ...kept, [engine]: { ...kept[engine], ...measured } });
  const spell = (entries: readonly (readonly [string, string])[]): string =>
    `{\n${entries.map(([name, value]) => `${JSON.stringify(name)}: ${value}`).join(',\n')}\n}`;
  return `${spell(
    engines.map(([name, classes]) => [
      name,
      spell(Object.entries(classes).map(([one, outcome]) => [one, JSON.stringify(outcome)])),
    ]),
  )}\n`;
}

/** What the file has of an engine, in the order of the classes there. */
export function readKept(text: string, engine: string): TableRow[] {
  return Object.entries(parseKept(text)[engine] ?? {}).map(([name, outcome]) => ({ ...outcome, name }));
}
