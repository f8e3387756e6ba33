// The frame of each page: title, breadcrumbs and actions.
import type { ReactNode } from 'react';
import { useEffect } from '../../platform/effects.ts';
import { useSite } from '../../platform/session.ts';
import { Link } from '../link.tsx';
import css from '../ui.module.css';

export interface Crumb {
  label: string;
  to?: string;
}

interface PageProps {
  /** Of the document, and of the page where there is no `heading`. */
  title: string;
  heading?: ReactNode;
  /** In the place of the heading, which it has in it. */
  headline?: ReactNode;
  crumbs?: readonly Crumb[];
  /** Buttons at the end of the head. */
  actions?: ReactNode;
  isNarrow?: boolean;
  /** In the place of the whole head, in one line with little room around it; it has the heading in it. */
  head?: ReactNode;
  children: ReactNode;
}

/** A page: its title in the document too, where it stands, what can be done with it. */
export function Page({
  title,
  heading,
  headline,
  crumbs = [],
  actions,
  isNarrow = false,
  head,
  children,
}: PageProps): ReactNode {
  const site = useSite();
  useEffect(() => {
    // The name of the site once, also on its own page.
    const parts = new Set([title, ...crumbs.map(({ label }) => label).reverse(), site.name]);
    document.title = [...parts].join(' · ');
  });
  return (
    <div className={[css.page, isNarrow ? css.narrow : '', head === undefined ? '' : css.compact].join(' ')}>
      {head ?? (
        <div className={css.pageHead}>
          <div>
            {crumbs.length > 0 && (
              <nav aria-label={title}>
                <ol className={css.crumbs}>
                  {crumbs.map(({ label, to }) => (
                    <li key={label}>
                      {to === undefined ? (
                        label
                      ) : (
                        <Link to={to} activeOptions={{ exact: true }}>
                          {label}
                        </Link>
                      )}
                    </li>
                  ))}
                </ol>
              </nav>
            )}
            {headline ?? <h1>{heading ?? title}</h1>}
          </div>
          {actions !== undefined && <div className={css.row}>{actions}</div>}
        </div>
      )}
      {children}
    </div>
  );
}
