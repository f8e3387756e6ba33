// In which form a table writes its numbers and dates: as somebody said, as its cells show, or as its separator does; where that
// leaves two readings, whoever sent the table is asked.
import { invalid } from '../../../platform/errors.ts';
import type { CsvSeparator } from '../../../platform/spreadsheets/csv.ts';
import { says } from '../../../platform/texts/said.ts';
import { fieldIs } from '../../trackers/index.ts';
import { unguard } from './csv-cells.ts';
import type { Columns } from './csv-columns.ts';
import { createFormFinder, readDate, readNumber } from '../../../platform/spreadsheets/spreadsheet-values.ts';
import type { DateOrder, DecimalSeparator } from '../../../platform/spreadsheets/spreadsheet-values.ts';

export interface TableForms {
  decimal: DecimalSeparator;
  dateOrder: DateOrder;
}

/** What whoever sent the table said of it. */
export interface SaidForms {
  decimal_separator?: DecimalSeparator;
  date_order?: DateOrder;
}

/** Characters of a cell that a question names. */
const shownMax = 80;

/** Looks at the cells of all lines of a table, then says how to read them. */
export function createFormsReader(columns: Columns, separator: CsvSeparator) {
  const numbers = createFormFinder<DecimalSeparator>('point', 'comma');
  const dates = createFormFinder<DateOrder>('day_month_year', 'month_day_year');
  const asked = [...columns.fields].filter(([, field]) => fieldIs.number(field) || fieldIs.date(field));
  return {
    look(line: number, cells: readonly string[]): void {
      for (const [column, field] of asked) {
        const text = unguard(cells[column] ?? '').trim();
        if (text === '') continue;
        if (fieldIs.date(field)) dates.look(line, text, readDate(text));
        else numbers.look(line, text, readNumber(text, fieldIs.whole(field)));
      }
    },
    /** Throws invalid where a cell has two readings and nothing tells which is meant. */
    read(said: SaidForms): TableForms {
      return {
        decimal: said.decimal_separator ?? numbers.found() ?? decimalBySeparator(numbers.doubt(), separator),
        dateOrder: said.date_order ?? dates.found() ?? requireNoDoubt(dates.doubt()),
      };
    },
  };
}

type Question = ReturnType<ReturnType<typeof createFormFinder>['doubt']>;

/** Semicolons and tabs stand between cells where commas stand in numbers. */
function decimalBySeparator(doubt: Question, separator: CsvSeparator): DecimalSeparator {
  const { line, text, readings } = doubt ?? {};
  if (text === undefined || readings === undefined) return 'point';
  if (separator === ',' && !text.includes(',')) return 'point';
  if (separator !== ',' && text.includes(',')) return 'comma';
  throw invalid(
    says(
      'import.two-numbers',
    )`line ${line ?? 0}: "${text.slice(0, shownMax)}" may be ${readings[0]} or ${readings[1]}; send decimal_separator "point" or "comma"`,
    'decimal_separator',
  );
}

function requireNoDoubt(doubt: Question): DateOrder {
  if (doubt === undefined) return 'day_month_year';
  throw invalid(
    says(
      'import.two-dates',
    )`line ${doubt.line}: "${doubt.text.slice(0, shownMax)}" may be ${doubt.readings[0]} or ${doubt.readings[1]}; send date_order "day_month_year" or "month_day_year"`,
    'date_order',
  );
}
