import type { ReactNode } from 'react';
import type { CriterionProps } from '../criterion.ts';
import { TypedValues } from '../typed-values.tsx';

export const TextCriterion = ({ asked, onChange }: CriterionProps): ReactNode => (
  <TypedValues type="text" asked={asked} onChange={onChange} />
);
