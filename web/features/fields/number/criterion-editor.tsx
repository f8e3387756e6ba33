import type { ReactNode } from 'react';
import { readNumbers } from '../criterion.ts';
import type { Asked, CriterionProps } from '../criterion.ts';
import { TypedValues } from '../typed-values.tsx';

/** A sign or a range that was typed into the field of a number is the operator. */
function withTypedSign(asked: Asked): Asked {
  const [typed = '', ...others] = asked.values;
  const isPlain = others.length > 0 || Number.isFinite(Number(typed));
  return isPlain ? asked : { ...asked, ...readNumbers(typed) };
}

export const NumberCriterion = ({ asked, onChange }: CriterionProps): ReactNode => (
  <TypedValues type="text" asked={asked} onChange={(next) => onChange(withTypedSign(next))} />
);
