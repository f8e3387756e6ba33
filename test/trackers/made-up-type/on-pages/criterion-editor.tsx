import type { ReactNode } from 'react';
import type { CriterionProps } from '../../../../web/features/fields/criterion.ts';
import { Slider } from './slider.tsx';

export const StarsCriterion = ({ asked, onChange }: CriterionProps): ReactNode => (
  <Slider
    label="How many"
    count={Number(asked.values[0] ?? 0)}
    onChange={(count) => onChange({ ...asked, values: [String(count)] })}
  />
);
