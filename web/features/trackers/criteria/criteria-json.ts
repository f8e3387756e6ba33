// Criteria of saved reports, in JSON as the API keeps them, and as pages show them. Pure.
import { isRecord } from '../../../platform/parse-unknown.ts';
import type { Criterion } from './criteria.ts';
import { criterionOf, fieldById, fieldByName } from '../fields.ts';
import type { Field, Tracker } from '../fields.ts';

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
  const operator = criterionOf(field)?.operators[0];
  return operator === undefined ? undefined : [{ field: field.name, operator, values: [] }];
}

function readOne(field: Field, saved: unknown): readonly Criterion[] | undefined {
  const [operator, value]: [unknown, unknown] =
    isRecord(saved) && !Array.isArray(saved) ? [saved['operator'], saved['value']] : ['contains', saved];
  return criterionOf(field)
    ?.readSaved(operator, value, field)
    ?.map((comparison) => ({ field: field.name, ...comparison }));
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
  if (values.length === 0 && operator !== 'empty' && operator !== 'filled') return null;
  return criterionOf(field)?.writeSaved({ operator, values }, field);
}
