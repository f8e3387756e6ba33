import type { ReactNode } from 'react';
import type { CriterionProps } from '../criterion.ts';
import { TypedValues } from '../typed-values.tsx';

export const DateCriterion = ({ asked, onChange }: CriterionProps): ReactNode => (
  <TypedValues type="date" asked={asked} onChange={onChange} />
);
