// Puts a sentence of the server together. Pure.
import { isRecord, listIn, textIn } from '../parse-unknown.ts';
import { translateHint } from './hints.ts';

const lists = { 'list.or': 'disjunction', 'list.and': 'conjunction' } as const;

const writeDate = (key: 'date.day' | 'date.moment', iso: string): string =>
  new Intl.DateTimeFormat('fr', {
    dateStyle: 'medium',
    ...(key === 'date.day' ? { timeZone: 'UTC' } : { timeStyle: 'short' }),
  }).format(Date.parse(iso));

/** In French; undefined where a part of the sentence has no text in `sentences`. `hints` are what is allowed, by the server's words. */
export function fill(
  sentences: Readonly<Record<string, string>>,
  message: unknown,
  hints: Readonly<Record<string, string>> = {},
): string | undefined {
  const key = textIn(message, 'key') ?? '';
  const values = listIn(message, 'params').map((value) =>
    isRecord(value) ? fill(sentences, value, hints) : typeof value === 'string' ? value : undefined,
  );
  if (!values.every((value) => value !== undefined)) return undefined;
  if (key === 'date.day' || key === 'date.moment') return writeDate(key, values.join(''));
  if (key === 'hint') return translateHint(values.join(''), hints);
  if (key === 'list.lines') return values.join('\n');
  if (key === 'list.plain') return values.join(', ');
  if (key === 'list.or' || key === 'list.and') return new Intl.ListFormat('fr', { type: lists[key] }).format(values);
  return Object.hasOwn(sentences, key)
    ? sentences[key]?.replaceAll(/\{(\d+)\}/g, (_, place: string) => values[Number(place)] ?? '')
    : undefined;
}
