// What reports ask of a field: operators and values, as a type has them in queries and in saved reports. Pure.
import type { ReactNode } from 'react';
import type { Field } from './shapes.ts';

export type CriterionOperator =
  | 'contains'
  | 'lacks'
  | 'empty'
  | 'filled'
  | '='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | 'between'
  | 'in'
  | 'notIn'
  /** In the last, or next, so many days, weeks, months or years; or longer ago. */
  | 'last'
  | 'next'
  | 'older';

export interface Comparison {
  operator: CriterionOperator;
  /** Texts, numbers or days; of lists what the query language calls the values; of spans amount and unit. */
  values: readonly string[];
}

export interface CriterionProps {
  field: Field;
  comparison: Comparison;
  onChange(comparison: Comparison): void;
}

export interface CriterionForm {
  /** The first is what a criterion begins with. */
  operators: readonly CriterionOperator[];
  /** What may follow the field in a query. */
  signs: readonly string[];
  /** What `=` and `!=` ask in a query, where that is more than to be the value. */
  equality?: { is: CriterionOperator; isNot: CriterionOperator };
  /** One or more values are chosen, also none: an empty text is a value. */
  isChoice?: boolean;
  /** Dates are on a day, before or after it, where numbers are equal, smaller or larger. */
  isOfTime?: boolean;
  /** Functions that a query may compare with. */
  callsFor?(field: Field): readonly string[];
  /** What a saved report asks; undefined for what pages have no form for. */
  readSaved(operator: unknown, value: unknown, field: Field): readonly Comparison[] | undefined;
  /** The way back; undefined where a saved report can't say it. */
  writeSaved(comparison: Comparison, field: Field): unknown;
  /** What a value is called; undefined where it is called as it is written. */
  nameValue?(value: string): string | undefined;
  /** Takes the values of an operator. */
  loadEditor(): Promise<{ Editor(props: CriterionProps): ReactNode }>;
}

/** Among the values of a list: artifacts without a value. */
export const noneValue = '';
/** Among people: whoever asks. */
export const selfValue = 'MYSELF()';

/** Signs of comparisons, as queries have them. */
export const comparing = ['=', '!=', '<', '<=', '>', '>=', 'BETWEEN('];

/** How many values the operator takes; Infinity: any number, one at least. */
export const arityOf = (operator: CriterionOperator): number => {
  if (operator === 'empty' || operator === 'filled') return 0;
  if (operator === 'in' || operator === 'notIn') return Infinity;
  return ['between', 'last', 'next', 'older'].includes(operator) ? 2 : 1;
};

const signs = ['=', '<', '<=', '>', '>='] as const;

/** What a number, a limit such as `>=3`, or a range such as `1-5` asks; `=` alone where no sign is written. */
export function readNumbers(text: string): Comparison | undefined {
  const [, sign, limit] = /^(<=|>=|<|>|=)?\s*(-?\d+(?:\.\d+)?)$/.exec(text.trim()) ?? [];
  if (limit !== undefined) return { operator: signs.find((known) => known === sign) ?? '=', values: [limit] };
  const [, from, to] = /^(-?\d+(?:\.\d+)?)\s*-\s*(-?\d+(?:\.\d+)?)$/.exec(text.trim()) ?? [];
  return from === undefined || to === undefined ? undefined : { operator: 'between', values: [from, to] };
}

/** Of a saved report. */
export const savedText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
