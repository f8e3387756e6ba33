// The table of classes, as it is printed and as docs/overload.md holds it.
import type { Outcome } from './measure.ts';

const ms = (value: number): string => (value < 10 ? value.toFixed(1) : value.toFixed(0));

const spellStatuses = (statuses: readonly (readonly [number, number])[]): string =>
  statuses
    .toSorted(([a], [b]) => a - b)
    .map(([status, count]) => `${status === 0 ? 'closed' : status} × ${count}`)
    .join(', ');

const header = [
  '| Class | Slowest read, ms | …quiet | …control | New connection, ms | Longest turn, ms | Known sign-in, ms | Memory, MB | Answers | Aims |',
  '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
];

/** The row of one class. */
export const spellOutcome = (outcome: Outcome): string => {
  const { name, readMs, quietMs, controlMs, newcomerMs, turnMs, signInMs, grownMb, statuses, findings } = outcome;
  const cells = [
    `\`${name}\``,
    ms(readMs),
    ms(quietMs),
    ms(controlMs),
    ms(newcomerMs),
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

/** The page with the section about the engine written anew. Throws Error where the page has none. */
export function replaceSection(
  page: string,
  engine: string,
  { facts, outcomes }: { facts: readonly string[]; outcomes: readonly Outcome[] },
): string {
  const heading = `### On ${engine}\n`;
  const start = page.indexOf(heading);
  if (start < 0) throw new Error(`the page has no section "${heading.trim()}"`);
  const rest = page.slice(start + heading.length);
  const end = rest.search(/^#/m);
  const tail = end < 0 ? '' : rest.slice(end);
  return `${page.slice(0, start)}${heading}\n${facts.join('; ')}.\n\n${writeTable(outcomes).join('\n')}\n\n${tail}`;
}
