// Numbers, moments and spans of time as `Intl` writes them, for the forms that most people read: a browser's first formatter takes ten
// milliseconds and more, before anything is drawn. What has no form here is undefined, and is `Intl`'s to write. Pure.

export type SpanUnit = 'second' | 'minute' | 'hour' | 'day' | 'month' | 'year';

const thin = '\u202f';

/** An integer, or one with up to three digits after the point, as both write them alike. */
const plainNumber = /^(-?)(\d{1,15})(?:\.(\d{1,3}))?$/;
const signs: Readonly<Record<string, { group: string; point: string }>> = {
  en: { group: ',', point: '.' },
  fr: { group: thin, point: ',' },
};

export function writeNumber(language: string, value: number): string | undefined {
  const [, minus = '', whole, part] = (!Object.is(value, -0) && plainNumber.exec(String(value))) || [];
  const sign = signs[language];
  if (whole === undefined || sign === undefined) return undefined;
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, sign.group);
  return `${minus}${grouped}${part === undefined ? '' : sign.point + part}`;
}

/** Whether it takes the form of texts for one; a language beside these has that for 1 alone. */
export const isOne = (language: string, count: number): boolean =>
  language === 'fr' ? Math.abs(count) < 2 : Math.abs(count) === 1;

interface Form {
  months: readonly string[];
  isMonthFirst: boolean;
}

const months = (text: string): readonly string[] => text.split(' ');
const american: Form = { months: months('Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'), isMonthFirst: true };
const british: Form = { months: months('Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec'), isMonthFirst: false };
const french: Form = {
  months: months('janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.'),
  isMonthFirst: false,
};
const forms = new Map<string, Form>([
  ...['en', 'en-US'].map((name) => [name, american] as const),
  ...['en-GB', 'en-IE'].map((name) => [name, british] as const),
  ...['fr', 'fr-BE', 'fr-CH', 'fr-FR', 'fr-LU'].map((name) => [name, french] as const),
]);

/** Browsers older than 2026 have no calendar without `Intl`. */
export const hasCalendar = 'Temporal' in globalThis;
const firstYear = 1970;
const lastYear = 9999;
const noon = 12;
const two = (value: number): string => String(value).padStart(2, '0');

const writeTime = ({ isMonthFirst }: Form, hour: number, minute: number): string =>
  isMonthFirst ? `${hour % noon || noon}:${two(minute)} ${hour < noon ? 'AM' : 'PM'}` : `${two(hour)}:${two(minute)}`;

/** A day by `dateStyle: 'medium'`, with `timeStyle: 'short'` where `withTime`. `zone` is one that the browser knows. */
export function writeMoment(locale: string, zone: string, ms: number, withTime: boolean): string | undefined {
  const form = forms.get(locale);
  if (form === undefined || !hasCalendar) return undefined;
  const { year, month, day, hour, minute } = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);
  if (year < firstYear || year > lastYear) return undefined;
  const name = form.months[month - 1];
  const date = form.isMonthFirst ? `${name} ${day}, ${year}` : `${day} ${name} ${year}`;
  return withTime ? `${date}, ${writeTime(form, hour, minute)}` : date;
}

/** What stands for a few whole units, by their number, and how others are written. */
interface Spans {
  units: Readonly<Record<SpanUnit, { one: string; other: string; near: Readonly<Record<number, string>> }>>;
  past(span: string): string;
  future(span: string): string;
}

const spans: Readonly<Record<string, Spans>> = {
  en: {
    units: {
      second: { one: 'second', other: 'seconds', near: { 0: 'now' } },
      minute: { one: 'minute', other: 'minutes', near: { 0: 'this minute' } },
      hour: { one: 'hour', other: 'hours', near: { 0: 'this hour' } },
      day: { one: 'day', other: 'days', near: { [-1]: 'yesterday', 0: 'today', 1: 'tomorrow' } },
      month: { one: 'month', other: 'months', near: { [-1]: 'last month', 0: 'this month', 1: 'next month' } },
      year: { one: 'year', other: 'years', near: { [-1]: 'last year', 0: 'this year', 1: 'next year' } },
    },
    past: (span) => `${span} ago`,
    future: (span) => `in ${span}`,
  },
  fr: {
    units: {
      second: { one: 'seconde', other: 'secondes', near: { 0: 'maintenant' } },
      minute: { one: 'minute', other: 'minutes', near: { 0: 'cette minute-ci' } },
      hour: { one: 'heure', other: 'heures', near: { 0: 'cette heure-ci' } },
      day: {
        one: 'jour',
        other: 'jours',
        near: { [-2]: 'avant-hier', [-1]: 'hier', 0: 'aujourd’hui', 1: 'demain', 2: 'après-demain' },
      },
      month: { one: 'mois', other: 'mois', near: { [-1]: 'le mois dernier', 0: 'ce mois-ci', 1: 'le mois prochain' } },
      year: { one: 'an', other: 'ans', near: { [-1]: 'l’année dernière', 0: 'cette année', 1: 'l’année prochaine' } },
    },
    past: (span) => `il y a ${span}`,
    future: (span) => `dans ${span}`,
  },
};

/** A whole number of units from now, as with `numeric: 'auto'`. */
export function writeSpan(language: string, amount: number, unit: SpanUnit): string | undefined {
  const kind = spans[language];
  const number = writeNumber(language, Math.abs(amount));
  if (kind === undefined || number === undefined) return undefined;
  const { one, other, near } = kind.units[unit];
  const known = near[amount];
  if (known !== undefined) return known;
  const span = `${number} ${isOne(language, amount) ? one : other}`;
  return amount < 0 ? kind.past(span) : kind.future(span);
}
