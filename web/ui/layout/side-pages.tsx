// Pages of which there are too many for a row: a list at the side, the chosen one beside it; a row where there is no room.
import type { ReactNode } from 'react';
import css from './side-pages.module.css';
import { PageLinks } from './page-links.tsx';
import type { PageLink } from './page-links.tsx';

interface Props {
  label: string;
  pages: readonly PageLink[];
  /** The chosen page is read and filled in rather than a table. */
  isNarrow?: boolean;
  children: ReactNode;
}

export const SidePages = ({ label, pages, isNarrow = false, children }: Props): ReactNode => (
  <div className={css.columns} data-narrow={isNarrow}>
    <PageLinks label={label} pages={pages} className={css.side} linkClass={css.link} headingClass={css.heading} />
    <div className={css.chosen}>{children}</div>
  </div>
);
