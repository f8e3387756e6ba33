// The table of classes, as it is printed and as docs/overload.md holds it.
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

/** The rows of a table with those of the outcomes in place of the ones of the same classes. */
function replaceRows(table: string, outcomes: readonly Outcome[]): string {
  const rows = new Map([...table.matchAll(/^\| `([\w-]+)` \|.*$/gm)].map(([row, name = '']) => [name, row]));
  for (const outcome of outcomes) rows.set(outcome.name, spellOutcome(outcome));
  return [...header, ...rows.values()].join('\n');
}

/**
 * The page with the section about the engine written anew: what is said above the table stays where not all classes were measured,
 * and so do the rows of the others. Throws Error where the page has no such section.
 */
export function replaceSection(
  page: string,
  engine: string,
  { facts, outcomes, areAll }: { facts: readonly string[]; outcomes: readonly Outcome[]; areAll: boolean },
): string {
  const heading = `### On ${engine}\n`;
  const start = page.indexOf(heading);
  if (start < 0) throw new Error(`the page has no section "${heading.trim()}"`);
  const rest = page.slice(start + heading.length);
  const end = rest.search(/^#/m);
  const tail = end < 0 ? '' : rest.slice(end);
  const old = end < 0 ? rest : rest.slice(0, end);
  const said = old.slice(0, Math.max(0, old.indexOf('| Class |'))).trim();
  const again = `Measured again: ${facts.join('; ')}: ${outcomes.map(({ name }) => `\`${name}\``).join(', ')}.`;
  const section = areAll
    ? `${facts.join('; ')}.\n\n${writeTable(outcomes).join('\n')}`
    : `${said}\n\n${again}\n\n${replaceRows(old, outcomes)}`;
  return `${page.slice(0, start)}${heading}\n${section}\n\n${tail}`;
}
