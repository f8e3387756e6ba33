import type { ReactNode } from 'react';
import type { CriterionProps } from '../criterion.ts';
import { TypedValues } from '../typed-values.tsx';

export const DateCriterion = ({ comparison, onChange }: CriterionProps): ReactNode => (
  <TypedValues type="date" comparison={comparison} onChange={onChange} />
);
