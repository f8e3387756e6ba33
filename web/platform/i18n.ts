// Texts, dates and numbers in the language of the person. A key that a language lacks, or a placeholder that a call leaves
// out, does not compile.
import { serverNowMs } from './network/clock.ts';
import { isolate } from './names/isolate.ts';
import type { Catalog, AdministrationCatalog, PageCatalog, Plural, TextKey, Texts } from '../locales/catalog.ts';

export type { TextKey } from '../locales/catalog.ts';

export const languages = { en: 'English', fr: 'Français' } as const;
export type Language = keyof typeof languages;

/** Those without anything to fill in. */
export type PlainKey = { [Key in TextKey]: [NamesOf<Key>] extends [never] ? Key : never }[TextKey];

/** A number of things, or how many there are at least where counting stopped. */
export type Count = number | { readonly atLeast: number };

/** `isMore`: there are more than these. */
export const atLeast = (count: number, isMore: boolean): Count => (isMore ? { atLeast: count } : count);

type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type NamesOf<Key extends TextKey> = Texts[Key] extends { one: infer One; other: infer Other }
  ? Names<One> | Names<Other> | 'count'
  : Names<Texts[Key]>;
type Values<Key extends TextKey> = { [Name in NamesOf<Key>]: Name extends 'count' ? Count : string | number };
type Rest<Key extends TextKey> = [NamesOf<Key>] extends [never] ? [] : [values: Values<Key>];

let language: Language = 'en';
let texts: (Catalog & Partial<PageCatalog & AdministrationCatalog>) | undefined;
let timeZone: string | undefined;
let locale = 'en';
/** Another one for each language and time zone that was set. */
let speech = {};

/** What makes a formatter, once for each language and time zone: that takes as long as a hundred of its answers. */
export function lasting<Formatter>(make: () => Formatter): () => Formatter {
  let made: { speech: object; formatter: Formatter } | undefined;
  return () => {
    if (made?.speech !== speech) made = { speech, formatter: make() };
    return made.formatter;
  };
}

/** A language with a region, or alone: nothing that changes more than the order of dates. */
const plainName = /^([a-z]{2})(?:-[A-Z]{2})?$/;

/** The first of the browser's languages, such as `en-GB`, that is the one of the page; that of the page where none is. */
export const localeOf = (name: string, names: readonly string[]): string =>
  names.find((one) => plainName.exec(one)?.[1] === name) ?? name;

export const isLanguage = (name: string | undefined): name is Language =>
  name !== undefined && Object.hasOwn(languages, name);

/** The first of the browser's languages that there are texts for, else English. */
export const browserLanguage = (): Language =>
  navigator.languages.map((name) => name.slice(0, 2)).find((name) => isLanguage(name)) ?? 'en';

/** Lazy bundles of texts. */
const bundles = {
  en: {
    pages: async (): Promise<PageCatalog> => (await import('../locales/en/pages/index.ts')).pages,
    administration: async (): Promise<AdministrationCatalog> =>
      (await import('../locales/en/administration/index.ts')).administration,
  },
  fr: {
    pages: async (): Promise<PageCatalog> => (await import('../locales/fr/pages/index.ts')).pages,
    administration: async (): Promise<AdministrationCatalog> =>
      (await import('../locales/fr/administration/index.ts')).administration,
  },
};
type TextBundle = keyof typeof bundles.en;
const wanted = new Set<TextBundle>();
/** Those that `texts` has. */
let held: ReadonlySet<TextBundle> = new Set();

/**
 * Loads the texts of the first page in a language, and those that were asked for in another; until then `t` has none. With those
 * of all pages but the first and administration where `withPages`. `zone` is an IANA name, the browser's where undefined or unknown.
 */
export async function loadTexts(name: Language, zone?: string, { withPages = false } = {}): Promise<void> {
  if (withPages) wanted.add('pages');
  const names = [...wanted];
  const [first, ...more] = await Promise.all([
    name === 'fr'
      ? import('../locales/fr/index.ts').then(({ fr }) => fr)
      : import('../locales/en/index.ts').then(({ en }) => en),
    ...names.map((bundle) => bundles[name][bundle]()),
  ]);
  texts = more.reduce<Catalog & Partial<PageCatalog & AdministrationCatalog>>(
    (all, some) => ({ ...all, ...some }),
    first,
  );
  held = new Set(names);
  language = name;
  locale = localeOf(name, navigator.languages);
  timeZone = zone !== undefined && isZone(zone) ? zone : undefined;
  speech = {};
}

/**
 * Loads a lazy bundle of texts: `pages` has those of all pages but the first, `administration` those that few people open. Routes
 * call it before their pages are shown. Throws before `loadTexts`.
 */
export async function loadTextBundle(bundle: TextBundle): Promise<void> {
  wanted.add(bundle);
  if (held.has(bundle)) return;
  const asked = language;
  const more = await bundles[asked][bundle]();
  if (texts === undefined) throw new Error('texts are not loaded');
  // Whoever changed the language meanwhile wants them in that one.
  if (asked !== language) return loadTextBundle(bundle);
  texts = { ...texts, ...more };
  held = new Set([...held, bundle]);
}

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) instanceof Intl.DateTimeFormat;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

export const currentLanguage = (): Language => language;

/** In whose order dates are shown and typed: the language of the page, with its region where the browser names one. */
export const currentLocale = (): string => locale;

/** The time zone of the person, in which dates are shown and typed: an IANA name. */
export const currentZone = (): string => timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A text with its placeholders filled in. Throws before `loadTexts`. */
export function t<Key extends TextKey>(key: Key, ...rest: Rest<Key>): string {
  if (texts === undefined) throw new Error('texts are not loaded');
  const text: string | Plural | undefined = texts[key];
  if (text === undefined) throw new Error(`the text ${key} is not loaded`);
  const values: Readonly<Record<string, string | Count>> = rest[0] ?? {};
  const form = typeof text === 'string' ? text : pickForm(text, values['count']);
  return rest.length === 0 ? form : form.replaceAll(/\{(\w+)\}/g, (_, name: string) => formatValue(name, values[name]));
}

const pluralRules = lasting(() => new Intl.PluralRules(language));

const pickForm = (plural: Plural, count: string | Count | undefined): string =>
  typeof count !== 'object' && pluralRules().select(Number(count)) === 'one' ? plural.one : plural.other;

/** Placeholders of numbers that are names, and have nothing between their digits. */
const namedBy: ReadonlySet<string> = new Set(['id', 'number', 'revision', 'line', 'row', 'year', 'version']);

function formatValue(name: string, value: string | Count | undefined): string {
  if (typeof value === 'number' && namedBy.has(name)) return String(value);
  return typeof value === 'number' || typeof value === 'object' ? formatCount(value) : isolate(value ?? '');
}

/** Such as 999, and 1,000+ where there are more. */
export const formatCount = (count: Count): string =>
  typeof count === 'number' ? formatNumber(count) : `${formatNumber(count.atLeast)}+`;

const numberFormat = lasting(() => new Intl.NumberFormat(language));

export const formatNumber = (value: number): string => numberFormat().format(value);

// What a number in binary is off by is beyond these digits.
const exactFormat = lasting(() => new Intl.NumberFormat(language, { maximumSignificantDigits: 15 }));

/** With all its digits, as somebody gave it. */
export const formatExact = (value: number): string => exactFormat().format(value);

const dateFormat = (options: Intl.DateTimeFormatOptions): (() => Intl.DateTimeFormat) =>
  lasting(
    () =>
      new Intl.DateTimeFormat(locale, {
        dateStyle: 'medium',
        calendar: 'gregory',
        ...(timeZone === undefined ? {} : { timeZone }),
        ...options,
      }),
  );
const [dayFormat, timeFormat] = [dateFormat({}), dateFormat({ timeStyle: 'short' })];
const wholeDayFormat = dateFormat({ timeZone: 'UTC' });

/** A day, such as 24 Nov 2026; with the time where `withTime`. Empty for what is no date. */
export function formatDate(iso: string | Date, withTime = false): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return '';
  return (withTime ? timeFormat() : dayFormat()).format(date);
}

/**
 * A day without a time, as `2026-02-28`, or as the server writes it, `2026-02-28T00:00:00+03:00`: the day that is written, wherever
 * somebody reads it. Empty for what is no date.
 */
export function formatWholeDay(iso: string): string {
  const date = new Date(`${iso.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return '';
  return wholeDayFormat().format(date);
}

/** The value of a date field, which is a moment where `withTime`, else a day. */
export const formatDateValue = (iso: string, withTime: boolean): string =>
  withTime ? formatDate(iso, true) : formatWholeDay(iso);

const steps = [
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
  ['month', 12],
  ['year', Infinity],
] as const;

const relativeFormat = lasting(() => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }));

/** How long ago, or how soon, in one unit: "3 minutes ago", "now" within a minute. Empty for what is no date. */
export function formatRelative(iso: string | Date, nowMs = serverNowMs()): string {
  const ms = new Date(iso).getTime();
  if (Number.isNaN(ms)) return '';
  let amount = (ms - nowMs) / 60_000;
  // Seconds would differ from row to row, by when each was drawn.
  if (Math.abs(amount) < 1) return relativeFormat().format(0, 'second');
  for (const [unit, size] of steps) {
    if (Math.abs(amount) < size) return relativeFormat().format(Math.round(amount), unit);
    amount /= size;
  }
  return '';
}
