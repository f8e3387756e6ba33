// The table of classes, as it is printed, and the file that keeps its rows.
import type { Outcome } from './measure.ts';

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
export const spellOutcome = (outcome: Outcome): string => {
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
export const writeTable = (outcomes: readonly Outcome[]): string[] => [...header, ...outcomes.map(spellOutcome)];

type Kept = Record<string, Record<string, Outcome>>;

/** The file with these outcomes in place of older ones of the same classes; each class is one line. */
export function keepOutcomes(
  text: string,
  engine: string,
  facts: readonly string[],
  outcomes: readonly Outcome[],
): string {
  const kept: Kept = JSON.parse(text);
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
export function readKept(text: string, engine: string): Outcome[] {
  const kept: Kept = JSON.parse(text);
  return Object.entries(kept[engine] ?? {}).map(([name, outcome]) => ({ ...outcome, name }));
}
