// Numbers and dates as spreadsheets of many countries write them: `1 234,75`, `1'234.5`, `2026/04/03`, `03.04.2026`. What a cell
// may mean stands here; which of two readings a table means is decided by its other cells. Pure.

export type DecimalSeparator = 'point' | 'comma';
export type DateOrder = 'day_month_year' | 'month_day_year';

/** What a text is, read in one way and in the other; undefined where it is nothing so. */
export type Readings<Form extends string> = Readonly<Record<Form, string | undefined>>;

/** Between groups of three digits: blanks of all kinds and apostrophes. */
const groups = "[ \\u00a0\\u2007\\u2009\\u202f'\\u2019]";

const numberPattern = (group: string, decimal: string): RegExp =>
  new RegExp(
    `^([+-]?)(\\d+|\\d{1,3}(?:(${groups}|${group})\\d{3})(?:\\3\\d{3})*)(?:${decimal}(\\d+))?([eE][+-]?\\d+)?$`,
  );

const numberPatterns = { point: numberPattern(',', '\\.'), comma: numberPattern('\\.', ',') } as const;

function readAs(text: string, form: DecimalSeparator): string | undefined {
  const [, sign = '', whole, , part, exponent = ''] = numberPatterns[form].exec(text) ?? [];
  if (whole === undefined) return undefined;
  return `${sign}${whole.replace(/\D/g, '')}${part === undefined ? '' : `.${part}`}${exponent}`;
}

/** A number with a point before its decimals and nothing between its digits. `isWhole`: none with decimals fits. */
export function readNumber(text: string, isWhole: boolean): Readings<DecimalSeparator> {
  const plain = text.trim().replace(/^[\u2212\u2013]/, '-');
  const fit = (number: string | undefined): string | undefined =>
    number === undefined || (isWhole && number.includes('.')) ? undefined : number;
  return { point: fit(readAs(plain, 'point')), comma: fit(readAs(plain, 'comma')) };
}

const timePart = '(?:[T ,]+(\\d{1,2})[:.](\\d\\d)(?:[:.](\\d\\d))?(?: ?([AaPp])\\.?[Mm]\\.?)?)?';
const yearFirst = new RegExp(`^(\\d{4})\\s?[-/.年]\\s?(\\d{1,2})\\s?[-/.月]\\s?(\\d{1,2})[.日]?${timePart}$`);
const yearLast = new RegExp(`^(\\d{1,2})\\s?([-/.])\\s?(\\d{1,2})\\s?\\2\\s?(\\d{4}|\\d\\d)${timePart}$`);

/** Years of two digits below this one are of this century, as spreadsheets have it. */
const shortYearMax = 70;

type TimeParts = readonly (string | undefined)[];

/** ` 14:20`, or nothing. */
function timeOf([hour, minute, second, half]: TimeParts): string {
  if (hour === undefined || minute === undefined) return '';
  const isAfternoon = half?.toLowerCase() === 'p';
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (isAfternoon ? 12 : 0);
  return ` ${String(hours).padStart(2, '0')}:${minute}${second === undefined ? '' : `:${second}`}`;
}

const isDay = (month: string, day: string): boolean =>
  Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31;

const dayOf = (year: string, month: string, day: string): string => {
  const whole = year.length === 4 ? year : String((Number(year) < shortYearMax ? 2000 : 1900) + Number(year));
  return `${whole}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
};

/** A day as `2026-04-03`, with ` 14:20` or seconds behind where they were written; a text that is no date stays as it is. */
export function readDate(text: string): Readings<DateOrder> {
  const plain = text.trim();
  const [, year, month, day, ...time] = yearFirst.exec(plain) ?? [];
  if (year !== undefined && month !== undefined && day !== undefined) {
    const only = dayOf(year, month, day) + timeOf(time);
    return { day_month_year: only, month_day_year: only };
  }
  const [, first, separator, second, last, ...lastTime] = yearLast.exec(plain) ?? [];
  if (first === undefined || second === undefined || last === undefined)
    return { day_month_year: plain, month_day_year: plain };
  const read = (one: string, other: string): string | undefined =>
    isDay(one, other) ? dayOf(last, one, other) + timeOf(lastTime) : undefined;
  const dayFirst = read(second, first);
  // Dots stand between days and months in that order wherever they are used.
  return separator === '.'
    ? { day_month_year: dayFirst ?? plain, month_day_year: dayFirst ?? plain }
    : { day_month_year: dayFirst, month_day_year: read(first, second) };
}

/** A cell with two readings. */
export interface Doubt {
  line: number;
  text: string;
  readings: readonly [string, string];
}

/** Learns from cells which of two forms a table is written in. */
export interface FormFinder<Form extends string> {
  look(line: number, text: string, readings: Readings<Form>): void;
  /** What cells with one reading alone say; undefined where they say nothing, or both. */
  found(): Form | undefined;
  /** The first cell with two readings. */
  doubt(): Doubt | undefined;
}

export function createFormFinder<Form extends string>(one: Form, other: Form): FormFinder<Form> {
  const seen = new Set<Form>();
  let first: Doubt | undefined;
  return {
    look(line, text, readings) {
      const [a, b] = [readings[one], readings[other]];
      if (a === b) return;
      if (a !== undefined && b !== undefined) first ??= { line, text, readings: [a, b] };
      else seen.add(a === undefined ? other : one);
    },
    found: () => (seen.size === 1 ? [...seen][0] : undefined),
    doubt: () => first,
  };
}
