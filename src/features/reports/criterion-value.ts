// What a report's criterion asks of a field, between its two spellings: JSON as in `query`, and `<criteria_value>` of archives.
// Chosen values are written so that an archive can take them elsewhere: list values as references, people by name.
import { escapeXmlAttribute, escapeXmlText } from '../../platform/texts/xml-text.ts';
import { fieldTypeOf } from '../trackers/index.ts';
import type { Field } from '../trackers/index.ts';
import type { StoredCriterion } from './report-settings.ts';

type StoredValue = StoredCriterion['value'];

export type CriterionValue =
  /** `withNone`: also artifacts without a value. */
  | { kind: 'values'; ids: readonly number[]; withNone: boolean }
  | { kind: 'people'; usernames: readonly string[]; withNone: boolean }
  /** As in `query`. */
  | { kind: 'json'; value: unknown };

/** The id that stands for none. */
export const noneId = 100;

/** undefined: nothing is asked, or in a form that only its origin knows. */
export function readStoredCriterion(value: StoredValue): CriterionValue | undefined {
  if (value === null) return undefined;
  const withNone = /<none_value[\s/>]/.test(value.xml);
  switch (value.type) {
    case 'list': {
      const refs = [...value.xml.matchAll(/<selected_value\s[^>]*?REF="([^"]*)"/g)].map(([, ref = '']) => ref);
      const ids = refs.flatMap((ref) => value.references[ref] ?? []);
      return ids.length === 0 && !withNone ? undefined : { kind: 'values', ids, withNone };
    }
    case 'people': {
      const names = [...value.xml.matchAll(/<selected_user\s[^>]*?name="([^"]*)"/g)];
      return { kind: 'people', usernames: names.map(([, name = '']) => unescapeXml(name)), withNone };
    }
    case 'json': {
      const text = /^<criteria_value[^>]*>([^]*)<\/criteria_value>\s*$/.exec(value.xml)?.[1];
      return text === undefined ? undefined : { kind: 'json', value: JSON.parse(unescapeXml(text)) };
    }
    default:
      return undefined;
  }
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

const unescapeXml = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|(\w{2,4}));/g, (whole, code: string | undefined, name: string | undefined) =>
    code === undefined ? (entities[name ?? ''] ?? whole) : String.fromCodePoint(Number(code)),
  );

export function writeStoredCriterion(value: CriterionValue): NonNullable<StoredValue> {
  if (value.kind === 'json') {
    // Escapes keep what XML can't carry.
    const json = JSON.stringify(value.value).replace(/[^\t\n -~]/g, escapeUnit);
    return { type: 'json', xml: `<criteria_value type="json">${escapeXmlText(json)}</criteria_value>`, references: {} };
  }
  const none = value.withNone ? '<none_value/>' : '';
  if (value.kind === 'people') {
    const people = value.usernames.map((name) => `<selected_user name="${escapeXmlAttribute(name)}"/>`).join('');
    return { type: 'people', xml: `<criteria_value type="people">${none}${people}</criteria_value>`, references: {} };
  }
  const chosen = value.ids.map((id) => `<selected_value REF="V${id}"/>`).join('');
  return {
    type: 'list',
    xml: `<criteria_value type="list">${none}${chosen}</criteria_value>`,
    references: Object.fromEntries(value.ids.map((id) => [`V${id}`, id])),
  };
}

const escapeUnit = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** The whole numbers that a criterion chooses by, where it is on a list of values or people, and no more than that. */
export function readChosenIds(field: Field, value: unknown): number[] | undefined {
  const { search } = fieldTypeOf(field.type);
  if (search !== 'list' && search !== 'submitted-by' && search !== 'updated-by') return undefined;
  const plain = isContains(value) ? value.value : value;
  const items: unknown[] = Array.isArray(plain) ? plain : [plain];
  const ids = items.map((item) => (typeof item === 'string' && item.trim() !== '' ? Number(item) : item));
  const isWhole = (id: unknown): id is number => Number.isSafeInteger(id);
  return ids.every(isWhole) ? ids : undefined;
}

const isContains = (value: unknown): value is { operator: 'contains'; value: unknown } =>
  typeof value === 'object' &&
  value !== null &&
  'operator' in value &&
  value.operator === 'contains' &&
  'value' in value;

/** Whether the ids of a field's list are those of people. */
export const listsPeople = (field: Field): boolean =>
  field.settings.bind?.kind === 'users' || fieldTypeOf(field.type).search !== 'list';
