// The pages of an administration, beside each other.
import { Link, useLocation } from '@tanstack/react-router';
import type { LinkProps } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { showCurrent } from './show-current.ts';
import ui from './ui.module.css';

export const Tabs = ({
  label,
  pages,
}: {
  label: string;
  pages: readonly { link: LinkProps; label: string }[];
}): ReactNode => {
  const { pathname } = useLocation();
  const row = useRef<HTMLElement>(null);
  useEffect(() => showCurrent(row.current), [pathname]);
  return (
    <nav ref={row} aria-label={label} className={ui.tabs ?? ''}>
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
};
