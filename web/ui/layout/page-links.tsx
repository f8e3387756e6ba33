// Links to the pages of settings and of an account, of which one is open.
import { useLocation, useRouter } from '@tanstack/react-router';
import { Fragment, useRef } from 'react';
import type { ReactNode } from 'react';
import { useEffect } from '../../platform/effects.ts';
import { showCurrent } from './show-current.ts';
import { Link } from '../link.tsx';
import type { LinkProps } from '../link.tsx';

export interface PageLink {
  link: LinkProps;
  label: string;
  /** What it belongs to with those beside it. */
  group?: string;
}

interface Props {
  label: string;
  pages: readonly PageLink[];
}

/** Links of which one is marked: the page that is open, or that the open one stands below. */
export function PageLinks({
  label,
  pages,
  className,
  linkClass,
  headingClass,
}: Props & Record<'className' | 'linkClass', string | undefined> & { headingClass?: string | undefined }): ReactNode {
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
      {pages.map(({ link, label: name, group }, index) => (
        <Fragment key={name}>
          {group !== undefined && group !== pages[index - 1]?.group && <h2 className={headingClass}>{group}</h2>}
          <Link
            {...link}
            activeOptions={{ exact: true, includeSearch: false }}
            aria-current={paths[index] === current ? 'page' : undefined}
            className={linkClass ?? ''}
          >
            {name}
          </Link>
        </Fragment>
      ))}
    </nav>
  );
}
