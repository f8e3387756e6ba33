import type { ReactNode } from 'react';
import { readNumbers } from '../criterion.ts';
import type { Comparison, CriterionProps } from '../criterion.ts';
import { TypedValues } from '../typed-values.tsx';

/** A sign or a range that was typed into the field of a number is the operator. */
function withTypedSign(comparison: Comparison): Comparison {
  const [typed = '', ...others] = comparison.values;
  const isPlain = others.length > 0 || Number.isFinite(Number(typed));
  return isPlain ? comparison : { ...comparison, ...readNumbers(typed) };
}

export const NumberCriterion = ({ comparison, onChange }: CriterionProps): ReactNode => (
  <TypedValues type="text" comparison={comparison} onChange={(next) => onChange(withTypedSign(next))} />
);
