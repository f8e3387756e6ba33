// Properties of fields as clients send them in `specific_properties`, and as archives and rows hold them: texts by name.
import { parseDate } from '../../../platform/texts/dates.ts';
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Said } from '../../../platform/texts/said.ts';

export type SentProperties = Readonly<Record<string, unknown>>;

/** Reads the properties that were sent, and no others; an empty text stands for none. Throws invalid with the path. */
export type PropertiesReader = (sent: SentProperties, path: string) => Record<string, string>;

/** `count`: a whole number from 0. `whole` and `number` may be negative. `switch`: 0 or 1. */
type PropertyKind = 'count' | 'whole' | 'number' | 'switch' | 'text';

interface Rule {
  noun: Said;
  read(value: string): string | undefined;
}

const whole = (text: string, min: number): string | undefined =>
  /^[+-]?\d{1,10}$/.test(text) && Number(text) >= min && Number(text) <= 2_147_483_647
    ? String(Number(text))
    : undefined;

const rules: Readonly<Record<PropertyKind, Rule>> = {
  count: { noun: says('property.count')`a whole number from 0`, read: (text) => whole(text, 0) },
  whole: { noun: says('property.whole')`a whole number`, read: (text) => whole(text, -2_147_483_648) },
  number: {
    noun: says('property.number')`a number`,
    read: (text) => (text.trim() !== '' && Number.isFinite(Number(text)) ? String(Number(text)) : undefined),
  },
  switch: {
    noun: says('property.switch')`0 or 1`,
    read: (text) => ({ '0': '0', '1': '1', false: '0', true: '1' })[text],
  },
  text: {
    noun: says('property.text')`a text of at most 65535 bytes`,
    read: (text) => (Buffer.byteLength(text) <= 65_535 ? text : undefined),
  },
};

/** null and an empty text stand for no value, except where any text is a value. */
function readProperty(kind: PropertyKind, value: unknown, path: string): string {
  if (value === null || value === '') return '';
  const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  const text = isScalar ? rules[kind].read(String(value)) : undefined;
  if (text === undefined) throw invalid(says('property.takes')`must be ${rules[kind].noun}`, path);
  return text;
}

/** A reader for a type whose properties do not depend on each other. */
export const readByRules =
  (kinds: Readonly<Record<string, PropertyKind>>): PropertiesReader =>
  (sent, path) =>
    Object.fromEntries(
      Object.entries(sent).map(([name, value]) => {
        const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
        if (kind === undefined) {
          const known = Object.keys(kinds).join(', ');
          throw invalid(
            known === ''
              ? says('property.none')`this type of field has no properties`
              : says('property.known')`this type of field has ${known}`,
            `${path}.${name}`,
          );
        }
        return [name, readProperty(kind, value, `${path}.${name}`)];
      }),
    );

const readDisplay = readByRules({ display_time: 'switch', default_value_type: 'switch', default_value_today: 'text' });

/** A date is today (`default_value_type` 0 or the word), or a day in seconds since the epoch or in ISO 8601. */
export const readDateProperties: PropertiesReader = (sent, path) => {
  const { default_value: fallback, ...others } = sent;
  const { display_time: display, default_value_type: type } = readDisplay(others, path);
  const shown = display === undefined ? {} : { display_time: display };
  if (type === '0' || fallback === 'today') return { ...shown, default_value: 'today' };
  if (fallback === undefined && type === undefined) return shown;
  return { ...shown, default_value: readDay(fallback, `${path}.default_value`) };
};

function readDay(value: unknown, path: string): string {
  if (value === undefined || value === null || value === '' || Number(value) === 0) return '';
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  if (/^[1-9]\d{0,11}$/.test(text)) return text;
  const date = typeof value === 'string' ? parseDate(value) : undefined;
  if (date === undefined)
    throw invalid(
      says('field.default-date')`must be seconds since the epoch, a date such as 2026-02-28, or "today"`,
      path,
    );
  return String(Math.floor(date.ms / 1000));
}
