// The pages of an administration, beside each other.
import { Link } from '@tanstack/react-router';
import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import ui from '../../ui/ui.module.css';
import css from './administration.module.css';

export const Tabs = ({
  label,
  pages,
}: {
  label: string;
  pages: readonly { link: LinkProps; label: string }[];
}): ReactNode => (
  <nav aria-label={label} className={css.tabs}>
    {pages.map((page) => (
      <Link
        key={page.label}
        {...page.link}
        activeOptions={{ exact: true, includeSearch: false }}
        className={ui.tab ?? ''}
      >
        {page.label}
      </Link>
    ))}
  </nav>
);
