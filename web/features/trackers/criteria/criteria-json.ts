// Criteria of saved reports, in JSON as the API keeps them, and as pages show them. Pure.
import { isRecord } from '../../../platform/parse-unknown.ts';
import { noneValue, operatorsOf, readNumbers } from './criteria.ts';
import type { Criterion, CriterionOperator } from './criteria.ts';
import { choicesOf, fieldById, fieldByName, kindOf } from '../fields.ts';
import type { Field, Tracker } from '../fields.ts';

/** The id that stands for none. */
const noneId = 100;

export interface ReadCriteria {
  criteria: readonly Criterion[];
  /** What pages have no form for, as it came. */
  others: Readonly<Record<string, unknown>>;
}

type Fields = Pick<Tracker, 'fields'>;

/** Criteria on fields that are gone say nothing. Those that ask nothing are offered, without values. */
export function readSavedCriteria(tracker: Fields, saved: Readonly<Record<string, unknown>>): ReadCriteria {
  const criteria: Criterion[] = [];
  const others: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(saved)) {
    const field = fieldByName(tracker, name) ?? fieldById(tracker, Number(name));
    if (field === undefined) continue;
    const read = value === null || value === '' ? offer(field) : readOne(field, value);
    if (read === undefined) {
      if (value !== null) others[name] = value;
    } else criteria.push(...read);
  }
  return { criteria, others };
}

function offer(field: Field): readonly Criterion[] | undefined {
  const [operator] = operatorsOf(kindOf(field));
  return operator === undefined ? undefined : [{ field: field.name, operator, values: [] }];
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

function readOne(field: Field, saved: unknown): readonly Criterion[] | undefined {
  const [operator, value]: [unknown, unknown] =
    isRecord(saved) && !Array.isArray(saved) ? [saved['operator'], saved['value']] : ['contains', saved];
  const one = (found: CriterionOperator, ...values: readonly string[]): readonly Criterion[] => [
    { field: field.name, operator: found, values },
  ];
  switch (kindOf(field)) {
    case 'text':
    case 'files': {
      const text = textOf(value);
      if (text === undefined || operator !== 'contains' || /^!?\/[^]+\/$/.test(text)) return undefined;
      return text.split(/\s+/).flatMap((word) => (word === '' ? [] : one('contains', word)));
    }
    case 'number': {
      const asked = readNumbers(textOf(value) ?? '');
      return asked && one(asked.operator, ...asked.values);
    }
    case 'date': {
      const days = (Array.isArray(value) ? value : [value]).flatMap((day) => textOf(day)?.slice(0, 10) ?? []);
      if (operator === 'between') return days.length === 2 ? one('between', ...days) : undefined;
      const found = (['=', '<', '>'] as const).find((known) => known === (operator === 'contains' ? '=' : operator));
      return found === undefined || days.length !== 1 ? undefined : one(found, ...days);
    }
    case 'list':
    case 'people':
      return readChosen(field, value);
    default:
      return undefined;
  }
}

function readChosen(field: Field, value: unknown): readonly Criterion[] | undefined {
  const items: readonly unknown[] = Array.isArray(value) ? value : String(textOf(value) ?? '').split(',');
  const choices = choicesOf(field);
  const keys = items.map((item) => {
    const id = Number(textOf(item) ?? Number.NaN);
    return id === noneId ? noneValue : choices.find((choice) => choice.id === id)?.key;
  });
  if (keys.length === 0 || keys.includes(undefined)) return undefined;
  return [{ field: field.name, operator: 'in', values: keys.flatMap((key) => key ?? []) }];
}

/** As the API keeps them; undefined where its form can't say what they ask, as for two criteria on one field. */
export function writeSavedCriteria(
  tracker: Fields,
  { criteria, others }: ReadCriteria,
): Record<string, unknown> | undefined {
  const saved: Record<string, unknown> = { ...others };
  for (const criterion of criteria) {
    const field = fieldByName(tracker, criterion.field);
    const value = field === undefined ? undefined : writeOne(field, criterion);
    if (value === undefined || Object.hasOwn(saved, criterion.field)) return undefined;
    saved[criterion.field] = value;
  }
  return saved;
}

function writeOne(field: Field, { operator, values }: Criterion): unknown {
  const [first = '', second = ''] = values;
  if (values.length === 0 && operator !== 'empty' && operator !== 'filled') return null;
  switch (operator) {
    case 'contains':
      return /\s/.test(first) || /^!?\/[^]+\/$/.test(first) ? undefined : first;
    case 'in': {
      const choices = choicesOf(field);
      const ids = values.map((value) =>
        value === noneValue ? noneId : choices.find((choice) => choice.key === value)?.id,
      );
      return ids.includes(undefined) ? undefined : ids;
    }
    case 'between':
      if (kindOf(field) === 'date') return { operator, value: [first, second] };
      return `${first}-${second}`;
    case '=':
    case '<':
    case '>':
      return kindOf(field) === 'date' ? { operator, value: first } : `${operator}${first}`;
    case '<=':
    case '>=':
      return kindOf(field) === 'date' ? undefined : `${operator}${first}`;
    default:
      return undefined;
  }
}
