// Pages of which there are too many for a row: a list at the side, the chosen one beside it; a row where there is no room.
import type { ReactNode } from 'react';
import css from './side-pages.module.css';
import { PageLinks } from './tabs.tsx';
import type { LinkProps } from '../link.tsx';

interface Props {
  label: string;
  pages: readonly { link: LinkProps; label: string }[];
  /** The chosen page is read and filled in rather than a table. */
  isNarrow?: boolean;
  children: ReactNode;
}

export const SidePages = ({ label, pages, isNarrow = false, children }: Props): ReactNode => (
  <div className={css.columns} data-narrow={isNarrow}>
    <PageLinks label={label} pages={pages} className={css.side} linkClass={css.link} />
    <div className={css.chosen}>{children}</div>
  </div>
);
