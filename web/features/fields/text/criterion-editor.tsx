import type { ReactNode } from 'react';
import type { CriterionProps } from '../criterion.ts';
import { TypedValues } from '../typed-values.tsx';

export const TextCriterion = ({ comparison, onChange }: CriterionProps): ReactNode => (
  <TypedValues type="text" comparison={comparison} onChange={onChange} />
);
