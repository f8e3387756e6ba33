// A number on a card, changed where it stands.
import { useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { lazy } from '../lazy.tsx';
import { formatNumber } from '../../platform/i18n.ts';
import { say } from '../feedback/toasts.tsx';
import css from './number-in-place.module.css';
import { describeError } from '../feedback/async-states.tsx';

interface Names {
  /** What stands there, for who can't change it. */
  shown(value: string): string;
  /** The button that opens it. */
  change(value: string): string;
  field: string;
  refused(why: string): string;
}

interface Props {
  names: Names;
  value: number | null;
  /** Zero is as good as nothing. */
  isZeroNothing?: boolean;
  /** Without it nobody can change it here. */
  onSave?: ((value: number) => Promise<void>) | undefined;
}

/** Most numbers are only looked at. */
const NumberEditor = lazy(async () => (await import('./number-editor.tsx')).NumberEditor, { prefetch: true });

/** Opens the number of the card that has focus. */
export const openNumber = (): void =>
  document.activeElement?.closest('[data-card]')?.querySelector<HTMLElement>('[data-number]')?.click();

export function NumberInPlace({ names, value, isZeroNothing = false, onSave }: Props): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState(Number.NaN);
  const [sent, setSent] = useState<number>();
  const shown = sent ?? value;
  const text = shown === null || (shown === 0 && isZeroNothing) ? '–' : formatNumber(shown);
  if (onSave === undefined)
    return value === null ? null : (
      <span className={css.number} aria-label={names.shown(text)} role="img">
        {text}
      </span>
    );
  const save = async (): Promise<void> => {
    setOpen(false);
    if (Number.isNaN(typed) || typed === (isZeroNothing ? (shown ?? 0) : shown)) return;
    setSent(typed);
    try {
      await onSave(typed);
    } catch (error) {
      say('error', names.refused(describeError(error)));
    } finally {
      setSent(undefined);
    }
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.stopPropagation();
    // Or Firefox presses what the focus goes to.
    event.preventDefault();
    const card = event.currentTarget.closest('[data-card]')?.querySelector('a');
    if (event.key === 'Escape') setOpen(false);
    // What was typed is taken over when the field is left.
    card?.focus();
  };
  if (isOpen)
    return (
      <NumberEditor
        label={names.field}
        value={typed}
        onChange={setTyped}
        onKeyDown={onKeyDown}
        onLeave={() => void save()}
      />
    );
  return (
    <button
      type="button"
      className={css.number}
      data-number=""
      data-busy={sent !== undefined || undefined}
      aria-label={names.change(text)}
      // A key that presses it is no shortcut of the page.
      onKeyDown={(event) => (event.key === 'Enter' || event.key === ' ') && event.stopPropagation()}
      onClick={() => {
        setTyped(shown ?? Number.NaN);
        setOpen(true);
      }}
    >
      {text}
    </button>
  );
}
