// Where a number on a card is typed.
import type { KeyboardEvent, ReactNode } from 'react';
import { Input, NumberField } from 'react-aria-components';
import css from './number-in-place.module.css';

interface Props {
  label: string;
  value: number;
  onChange(value: number): void;
  onKeyDown(event: KeyboardEvent): void;
  onLeave(): void;
}

/** As many as every browser takes; the field rounds what it is left with to them. */
const fractionDigits = 20;

export const NumberEditor = ({ label, value, onChange, onKeyDown, onLeave }: Props): ReactNode => (
  <NumberField
    aria-label={label}
    value={value}
    onChange={onChange}
    minValue={0}
    formatOptions={{ maximumFractionDigits: fractionDigits }}
    autoFocus
    onBlur={onLeave}
  >
    <Input className={css.input} onKeyDown={onKeyDown} onFocus={(event) => event.target.select()} />
  </NumberField>
);
