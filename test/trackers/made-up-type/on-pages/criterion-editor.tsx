import type { ReactNode } from 'react';
import type { CriterionProps } from '../../../../web/features/fields/criterion.ts';
import { Slider } from './slider.tsx';

export const StarsCriterion = ({ comparison, onChange }: CriterionProps): ReactNode => (
  <Slider
    label="How many"
    count={Number(comparison.values[0] ?? 0)}
    onChange={(count) => onChange({ ...comparison, values: [String(count)] })}
  />
);
