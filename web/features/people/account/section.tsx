// A part of the account pages: a title, what it is for, its fields.
import type { ReactNode } from 'react';
import ui from '../../../ui/ui.module.css';
import css from '../people.module.css';

interface Props {
  title: string;
  hint?: string;
  children: ReactNode;
}

export const Section = ({ title, hint, children }: Props): ReactNode => (
  <section className={`${ui.card} ${css.section}`} aria-label={title}>
    <div className={css.sectionHead}>
      <h2>{title}</h2>
      {hint !== undefined && <p className={`${ui.soft} ${ui.small}`}>{hint}</p>}
    </div>
    {children}
  </section>
);
