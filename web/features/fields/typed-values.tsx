// Values of a criterion that are typed: one, two, or an amount of time.
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useEffect } from '../../platform/effects.ts';
import { t } from '../../platform/i18n.ts';
import { Select, TextField } from '../../ui/forms/fields.tsx';
import { useSettled } from '../../ui/forms/use-settled.ts';
import { arityOf } from './criterion.ts';
import type { CriterionProps } from './criterion.ts';
import css from './criterion.module.css';

interface TypedProps extends Omit<CriterionProps, 'field'> {
  type: 'text' | 'date';
}

const units = ['d', 'w', 'm', 'y'] as const;

export function TypedValues({ type, comparison, onChange }: TypedProps): ReactNode {
  const { operator, values } = comparison;
  const [first = '', second = ''] = values;
  const arity = arityOf(operator);
  if (arity === 0) return null;
  const isSpan = operator === 'last' || operator === 'next' || operator === 'older';
  if (isSpan)
    return (
      <div className={css.pair}>
        <TextField
          label={t('trackers.amount')}
          inputMode="numeric"
          value={first}
          onChange={(amount) =>
            /^\d{0,4}$/.test(amount) && onChange({ ...comparison, values: [amount, second || 'd'] })
          }
        />
        <Select
          label={t('trackers.unit')}
          value={second}
          choices={units.map((unit) => ({ id: unit, label: t(`trackers.unit.${unit}`) }))}
          onChange={(unit) => onChange({ ...comparison, values: [first, unit] })}
        />
      </div>
    );
  if (arity === 1)
    return (
      <TypedValue
        type={type}
        label={t('trackers.value')}
        value={first}
        onChange={(value) => onChange({ ...comparison, values: [value] })}
      />
    );
  return (
    <div className={css.pair}>
      <TypedValue
        type={type}
        label={t('trackers.from')}
        value={first}
        onChange={(value) => onChange({ ...comparison, values: [value, second] })}
      />
      <TypedValue
        type={type}
        label={t('trackers.to')}
        value={second}
        onChange={(value) => onChange({ ...comparison, values: [first, value] })}
      />
    </div>
  );
}

/** Told when it rests, so that not every letter asks the server. */
const restMs = 350;

interface TypedValueProps {
  type: 'text' | 'date';
  label: string;
  value: string;
  onChange(value: string): void;
}

function TypedValue({ type, label, value, onChange }: TypedValueProps): ReactNode {
  const [text, setText] = useState(value);
  const notified = useRef(value);
  const notify = (next: string): void => {
    if (next === notified.current) return;
    notified.current = next;
    onChange(next);
  };
  const settled = useSettled(text, restMs);
  const last = useRef((): void => undefined);
  last.current = () => notify(text);
  // Only that the typing rests counts, not each new way to tell it.
  useEffect(() => {
    notify(settled);
    return undefined;
  }, [settled]);
  useEffect(() => () => last.current(), []);
  return <TextField label={label} type={type} value={text} onChange={setText} onBlur={() => notify(text)} autoFocus />;
}
