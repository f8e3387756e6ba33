// Lists as text: aligned columns for people, JSON for programs.
import { print } from './command.ts';
import type { Terminal } from './command.ts';

type Cell = string | number | boolean | null;

/** What an imported text holds must not steer the terminal. */
const showCell = (cell: Cell): string => {
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  return String(cell ?? '').replaceAll(/\p{Cc}/gu, ' ');
};

/** Rows with columns two blanks apart, without blanks at line ends. */
export function formatColumns(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length);
  }
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** The width of a terminal that nobody widened, in characters. */
export const terminalWidth = 80;

/** Lines as wide as a terminal, each after `indent`; a longer word has a line to itself. */
export function wrapWords(text: string, indent = ''): string {
  const lines: string[] = [];
  let line = indent;
  for (const word of text.split(' ')) {
    const longer = line === indent ? indent + word : `${line} ${word}`;
    if (longer.length > terminalWidth && line !== indent) {
      lines.push(line);
      line = indent + word;
    } else line = longer;
  }
  return [...lines, line].join('\n');
}

/** Prints one object per row: as JSON, or as columns headed by the keys named in `columns`. */
export function printList<K extends string>(
  io: Terminal,
  rows: readonly Readonly<Record<K, Cell>>[],
  columns: readonly K[],
  isJson: boolean | undefined,
): void {
  if (isJson === true) {
    print(io, JSON.stringify(rows, undefined, 2));
    return;
  }
  const headings = columns.map((column) => column.toUpperCase().replaceAll('_', ' '));
  print(io, formatColumns([headings, ...rows.map((row) => columns.map((column) => showCell(row[column])))]));
}

/** Prints what is known of one thing: a line for each fact, or for each entry of a list. */
export function printFacts(io: Terminal, facts: Readonly<Record<string, Cell | readonly string[]>>): void {
  const rows = Object.entries(facts).flatMap(([name, fact]) =>
    typeof fact === 'object' && fact !== null
      ? (fact.length === 0 ? ['none'] : fact).map((entry, index) => [index === 0 ? name : '', showCell(entry)])
      : [[name, showCell(fact)]],
  );
  print(io, formatColumns(rows));
}
