// The bar below a form, with what sends it. It stays in sight, and covers nothing that gets the focus by a key.
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { useEffect } from '../../../platform/effects.ts';
import css from './form.module.css';

/** Scrolls what a key gave the focus out from behind `bar`. */
function uncover(bar: HTMLElement): () => void {
  let isByKey = false;
  const note = ({ type }: Event): void => {
    isByKey = type === 'keydown';
  };
  const look = ({ target }: FocusEvent): void => {
    if (!isByKey || !(target instanceof HTMLElement) || target.closest('main') === null || bar.contains(target)) return;
    const covered = target.getBoundingClientRect().bottom - bar.getBoundingClientRect().top;
    if (covered > 0) window.scrollBy(0, covered + bar.offsetHeight);
  };
  document.addEventListener('keydown', note, true);
  document.addEventListener('pointerdown', note, true);
  document.addEventListener('focusin', look);
  return () => {
    document.removeEventListener('keydown', note, true);
    document.removeEventListener('pointerdown', note, true);
    document.removeEventListener('focusin', look);
  };
}

export function FormBar({ label, children }: { label: string; children: ReactNode }): ReactNode {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => (bar.current === null ? undefined : uncover(bar.current)), []);
  return (
    <section ref={bar} className={css.bar} aria-label={label}>
      {children}
    </section>
  );
}
