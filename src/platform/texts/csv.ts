// Lines of CSV files as spreadsheets write them: cells with a separator between, in quotes where they need them.

const cellPatterns = {
  ',': /(?:^|,)(?:"([^"]*(?:""[^"]*)*)"|([^",]*))/gy,
  ';': /(?:^|;)(?:"([^"]*(?:""[^"]*)*)"|([^";]*))/gy,
  '\t': /(?:^|\t)(?:"([^"]*(?:""[^"]*)*)"|([^"\t]*))/gy,
} as const;

export type CsvSeparator = keyof typeof cellPatterns;

/** Without the mark of the byte order that some programs put first. */
export const splitLines = (text: string): string[] => text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);

/** The separator that stands first in a line of plain words, such as a head; a comma where none does. */
export const findSeparator = (line: string): CsvSeparator => {
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
