import type { ReactNode } from 'react';

interface Props {
  label: string;
  count: number;
  onChange(count: number): void;
}

export const Slider = ({ label, count, onChange }: Props): ReactNode => (
  <input
    type="range"
    aria-label={label}
    min={0}
    max={5}
    value={count}
    onChange={(event) => onChange(Number(event.target.value))}
  />
);
