// How much of something there is, as a bar. What it means is said beside it too.
import type { ReactNode } from 'react';
import css from './meter.module.css';

interface Props {
  label: string;
  /** Said of the bar, such as "3 of 5 done". */
  text: string;
  value: number;
  max: number;
  isTooMuch?: boolean;
  /** It is of what is done. */
  isDone?: boolean;
}

export const Meter = ({ label, text, value, max, isTooMuch = false, isDone = false }: Props): ReactNode => (
  <div
    className={css.track}
    data-over={isTooMuch || undefined}
    data-done={isDone || undefined}
    role="meter"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={max}
    aria-valuenow={Math.min(value, max)}
    aria-valuetext={text}
  >
    <div style={{ width: `${max === 0 ? 0 : Math.min(100, (value / max) * 100)}%` }} />
  </div>
);
