// What one looks up and changes most, in a column beside the text of an artifact; on a phone folded to one line above it.
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import css from './column.module.css';

interface Props {
  /** What the folded line says. */
  summary: ReactNode;
  children: ReactNode;
}

export function Column({ summary, children }: Props): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={css.side} aria-label={t('artifacts.facts')} data-open={isOpen}>
      <button type="button" className={css.line} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? <ChevronDown size={16} aria-hidden="true" /> : <ChevronRight size={16} aria-hidden="true" />}
        <span className="visually-hidden">{t('artifacts.facts')}</span>
        <span className={css.summary}>{summary}</span>
      </button>
      <div className={css.body}>{children}</div>
    </section>
  );
}

/** A fact that is no field. */
export const Fact = ({ label, children }: { label: string; children: ReactNode }): ReactNode => (
  <div className={css.fact}>
    <h3 className={css.label}>{label}</h3>
    <div className={css.value}>{children}</div>
  </div>
);
