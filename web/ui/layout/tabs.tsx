// The pages of an administration, beside each other.
import { useLocation, useRouter } from '@tanstack/react-router';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { useEffect } from '../../platform/effects.ts';
import { showCurrent } from './show-current.ts';
import ui from '../ui.module.css';
import { Link } from '../link.tsx';
import type { LinkProps } from '../link.tsx';

interface Props {
  label: string;
  pages: readonly { link: LinkProps; label: string }[];
}

/** Links of which one is marked: the page that is open, or that the open one stands below. */
export function PageLinks({
  label,
  pages,
  className,
  linkClass,
}: Props & { className: string | undefined; linkClass: string | undefined }): ReactNode {
  const { pathname } = useLocation();
  const router = useRouter();
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    showCurrent(row.current);
  }, [pathname]);
  const paths = pages.map(({ link }) => router.buildLocation(link).pathname);
  const current = paths
    .filter((path) => `${pathname}/`.startsWith(`${path}/`))
    .toSorted((one, other) => other.length - one.length)[0];
  return (
    <nav ref={row} aria-label={label} className={className ?? ''}>
      {pages.map((page, index) => (
        <Link
          key={page.label}
          {...page.link}
          activeOptions={{ exact: true, includeSearch: false }}
          aria-current={paths[index] === current ? 'page' : undefined}
          className={linkClass ?? ''}
        >
          {page.label}
        </Link>
      ))}
    </nav>
  );
}

export const Tabs = (props: Props): ReactNode => <PageLinks {...props} className={ui.tabs} linkClass={ui.tab} />;
