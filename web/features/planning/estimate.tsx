// The estimate of an item, on its card, changed in place.
import { useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { Button as AriaButton, Input, NumberField } from 'react-aria-components';
import { formatNumber, t } from '../../platform/i18n.ts';
import { say } from '../../ui/messages.tsx';
import { describeError } from '../../ui/states.tsx';
import css from './planning.module.css';

interface Props {
  title: string;
  value: number | null;
  /** Without it nobody can change it here. */
  onSave?: ((value: number) => Promise<void>) | undefined;
}

export function Estimate({ title, value, onSave }: Props): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState(Number.NaN);
  const [sent, setSent] = useState<number>();
  const shown = sent ?? value ?? 0;
  const text = shown === 0 ? '–' : formatNumber(shown);
  if (onSave === undefined)
    return value === null ? null : (
      <span className={css.estimate} aria-label={t('planning.estimateIs', { value: text })} role="img">
        {text}
      </span>
    );
  const save = async (): Promise<void> => {
    setOpen(false);
    if (Number.isNaN(typed) || typed === shown) return;
    setSent(typed);
    try {
      await onSave(typed);
    } catch (error) {
      say('error', t('planning.estimateRefused', { title, why: describeError(error) }));
    } finally {
      setSent(undefined);
    }
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.stopPropagation();
    const card = event.currentTarget.closest('[data-card]')?.querySelector('a');
    if (event.key === 'Escape') setOpen(false);
    // What was typed is taken over when the field is left.
    card?.focus();
  };
  if (!isOpen)
    return (
      <AriaButton
        className={css.estimate}
        data-estimate=""
        data-busy={sent !== undefined || undefined}
        aria-label={t('planning.estimateOf', { title, value: text })}
        onPress={() => {
          setTyped(value ?? 0);
          setOpen(true);
        }}
      >
        {text}
      </AriaButton>
    );
  return (
    <NumberField
      aria-label={t('planning.estimate')}
      value={typed}
      onChange={setTyped}
      minValue={0}
      formatOptions={{ maximumFractionDigits: 2 }}
      autoFocus
      onBlur={() => void save()}
    >
      <Input className={css.estimateInput} onKeyDown={onKeyDown} onFocus={(event) => event.target.select()} />
    </NumberField>
  );
}
