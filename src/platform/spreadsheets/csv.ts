// Lines of CSV files as spreadsheets write them: cells with a separator between, in quotes where they need them.

const cellPatterns = {
  ',': /(?:^|,)(?:"([^"]*(?:""[^"]*)*)"|([^",]*))/gy,
  ';': /(?:^|;)(?:"([^"]*(?:""[^"]*)*)"|([^";]*))/gy,
  '\t': /(?:^|\t)(?:"([^"]*(?:""[^"]*)*)"|([^"\t]*))/gy,
} as const;

export type CsvSeparator = keyof typeof cellPatterns;

export interface CsvTable {
  separator: CsvSeparator;
  /** Where its first line, which names the columns, begins in the text. */
  start: number;
  /** The number of that line in the file, from 1. */
  line: number;
}

/**
 * What stands before the names of the columns: a mark of the byte order, and the line `sep=;` by which spreadsheets say the
 * separator. Without one it is the one that stands first in the line of names; a comma where none does.
 */
export function openTable(text: string): CsvTable {
  const start = text.startsWith('\uFEFF') ? 1 : 0;
  const [whole, separator] = /^"?sep=([,;\t])"?[ \t]*(?:\r\n|\r|\n|$)/i.exec(text.slice(start, start + 20)) ?? [];
  if (whole !== undefined && separator !== undefined && isSeparator(separator))
    return { separator, start: start + whole.length, line: 2 };
  const end = text.slice(start).search(/[\r\n]|$/);
  return { separator: findSeparator(text.slice(start, start + end)), start, line: 1 };
}

const isSeparator = (text: string): text is CsvSeparator => Object.hasOwn(cellPatterns, text);

/** Without the mark of the byte order that some programs put first. */
export const splitLines = (text: string): string[] => text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);

const cellsOfTable = {
  ',': /"([^"]*(?:""[^"]*)*)"|[^",\r\n]*/y,
  ';': /"([^"]*(?:""[^"]*)*)"|[^";\r\n]*/y,
  '\t': /"([^"]*(?:""[^"]*)*)"|[^"\t\r\n]*/y,
} as const;

export interface CsvRow {
  /** The line of the file that it starts at, from 1. */
  line: number;
  /** undefined where quotes are not balanced. */
  cells: string[] | undefined;
}

/** Rows of a table whose cells may have several lines where they are in quotes; rows without any text are passed over. */
export function* readRows(text: string, table: CsvTable): Generator<CsvRow, undefined> {
  const { separator } = table;
  const pattern = cellsOfTable[separator];
  let at = table.start;
  let { line } = table;
  while (at < text.length) {
    const start = at;
    const cells: string[] = [];
    let isBroken = false;
    for (;;) {
      pattern.lastIndex = at;
      const match = pattern.exec(text);
      cells.push(match?.[1]?.replaceAll('""', '"') ?? match?.[0] ?? '');
      at = pattern.lastIndex;
      if (text[at] !== separator) break;
      at += 1;
    }
    if (at < text.length && text[at] !== '\n' && text[at] !== '\r') {
      isBroken = true;
      const end = text.slice(at).search(/[\r\n]/);
      at = end < 0 ? text.length : at + end;
    }
    if (text[at] === '\r') at += 1;
    if (text[at] === '\n') at += 1;
    if (isBroken) yield { line, cells: undefined };
    else if (cells.some((cell) => cell.trim() !== '')) yield { line, cells };
    line += countLineEnds(text.slice(start, at));
  }
}

const countLineEnds = (text: string): number => text.match(/\r\n|\r|\n/g)?.length ?? 0;

/** The separator that stands first in a line of plain words, such as a head; a comma where none does. */
const findSeparator = (line: string): CsvSeparator => {
  const found = /[,;\t]/.exec(line)?.[0];
  return found === ';' || found === '\t' ? found : ',';
};

/** Cells without quotes and blanks around; undefined where quotes are not balanced. */
export function splitCells(line: string, separator: CsvSeparator = ','): string[] | undefined {
  const cells: string[] = [];
  let end = 0;
  for (const match of line.matchAll(cellPatterns[separator])) {
    cells.push((match[1]?.replaceAll('""', '"') ?? match[2] ?? '').trim());
    end = match.index + match[0].length;
  }
  return end === line.length ? cells : undefined;
}
