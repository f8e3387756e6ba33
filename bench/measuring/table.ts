// The result as a table that reads as plain text and as Markdown.

export interface Result {
  name: string;
  clients: number;
  rps: number | null;
  p50Ms: number | null;
  p99Ms: number | null;
  /** Requests per second through those of what `against` names. */
  ratio: number | null;
  /** Resident memory in MB (10^6 bytes) after the row. */
  rssMb: number | null;
}

/** A result with what its ratio compares it to, empty for nothing, and how many per second that did. */
export interface ComparedResult extends Result {
  against: string;
  againstRps: number | null;
  /** Processor time of the server for one answer, in µs, and that of what it is compared with. */
  cpuUs: number | null;
  againstCpuUs: number | null;
  /** Of a database that is a server of its own. */
  databaseCpuUs?: number | null;
}

const spell = (value: number | null, decimals: number): string => (value === null ? '' : value.toFixed(decimals));

const headings = [
  'What',
  'Clients',
  'Per second',
  'p50 ms',
  'p99 ms',
  'Ratio',
  'Against',
  'That did',
  'CPU µs',
  'Its CPU',
  'Database CPU',
  'RSS MB',
];

const cellsOf = (row: ComparedResult): string[] => [
  row.name,
  String(row.clients),
  spell(row.rps, 0),
  spell(row.p50Ms, 2),
  spell(row.p99Ms, 2),
  spell(row.ratio, 2),
  row.against,
  spell(row.againstRps, 0),
  spell(row.cpuUs, 1),
  spell(row.againstCpuUs, 1),
  spell(row.databaseCpuUs ?? null, 1),
  spell(row.rssMb, 0),
];

/** The lines of the table; numbers are flush right. */
export function formatTable(rows: readonly ComparedResult[]): string[] {
  const isNumber = (column: number): boolean => ![0, 6].includes(column);
  const cells = rows.map(cellsOf);
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...cells.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]): string => {
    const padded = row.map((cell, column) => {
      const width = widths[column] ?? 0;
      return isNumber(column) ? cell.padStart(width) : cell.padEnd(width);
    });
    return `| ${padded.join(' | ')} |`;
  };
  const rule = widths.map((width, column) => (isNumber(column) ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)));
  return [line(headings), line(rule), ...cells.map(line)];
}
