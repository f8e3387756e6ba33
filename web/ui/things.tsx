// Small things that appear everywhere: people, badges, dates, rendered markup, and the head of a page.
import { useMemo, useRef } from 'react';
import type { ReactNode } from 'react';
import { useEffect } from '../platform/effects.ts';
import { ownPath } from '../platform/addresses.ts';
import { useDateStyle } from '../platform/date-style.ts';
import { formatDate, formatRelative, t } from '../platform/i18n.ts';
import { useSite } from '../platform/session.ts';
import { writeName } from '../platform/names/person-names.ts';
import { drawnAt } from './pickers/drawn-pictures.ts';
import { dressMarkup } from './markdown/dress-markup.ts';
import css from './ui.module.css';
import { Link } from './link.tsx';

interface Shown {
  display_name: string;
  avatar_url: string;
}

/** Twenty pictures in sight would be twenty requests: those that the server draws are drawn in the page. */
export function Avatar({ person, size = 20 }: { person: Pick<Shown, 'avatar_url'>; size?: number }): ReactNode {
  const path = ownPath(person.avatar_url);
  const drawn = drawnAt(path);
  if (drawn === undefined)
    return <img className={css.avatar} src={path} alt="" width={size} height={size} loading="lazy" />;
  return (
    <svg className={css.avatar} viewBox="0 0 80 80" width={size} height={size} aria-hidden="true">
      <circle cx="40" cy="40" r="40" fill="#e0e2e6" />
      <path d={drawn.path} fill={drawn.ink} />
    </svg>
  );
}

/** A person with picture and name. */
export const Person = ({ person }: { person: Shown }): ReactNode => (
  <span className={css.person}>
    <Avatar person={person} />
    <span>{writeName(person.display_name)}</span>
  </span>
);

/** A short word in one of the 24 colours; grey without. */
export const Badge = ({ colour, children }: { colour?: string | null | undefined; children: ReactNode }): ReactNode => (
  <span className={css.badge} data-colour={colour || undefined}>
    {children}
  </span>
);

/**
 * How long ago, and the date, as the person prefers: one of them in the title, or both. `isAbsolute`: the date, whatever they prefer.
 * Where the page was drawn a moment before, it says what was true then.
 */
export function When({ iso, isAbsolute = false }: { iso: string; isAbsolute?: boolean }): ReactNode {
  const style = useDateStyle();
  const [date, ago] = [formatDate(iso, true), formatRelative(iso)];
  const isDateFirst = isAbsolute || style.startsWith('absolute_first');
  const [first, second] = isDateFirst ? [date, ago] : [ago, date];
  if (!isAbsolute && style.endsWith('_shown'))
    return (
      <time dateTime={iso} suppressHydrationWarning>
        {first} ({second})
      </time>
    );
  return (
    <time dateTime={iso} title={second} suppressHydrationWarning>
      {first}
    </time>
  );
}

/** HTML that the server rendered and cleaned. Its links stay in the application where they lead into it. */
export function Markup({ html }: { html: string }): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const shown = place.current;
    if (shown === null || !html.includes('@')) return;
    // Names that lead nowhere can be read all the same.
    void import('./markdown/mentions.ts').then(({ linkPeople }) => linkPeople(shown)).catch(() => undefined);
  }, [html]);
  const dressed = useMemo(() => dressMarkup(html, { code: t('ui.markup.code'), table: t('ui.markup.table') }), [html]);
  return <div ref={place} className={css.markup} dangerouslySetInnerHTML={{ __html: dressed }} />;
}

export interface Crumb {
  label: string;
  to?: string;
}

interface PageProps {
  /** Of the document, and of the page where there is no `heading`. */
  title: string;
  heading?: ReactNode;
  crumbs?: readonly Crumb[];
  /** Buttons at the end of the head. */
  actions?: ReactNode;
  isNarrow?: boolean;
  children: ReactNode;
}

/** A page: its title in the document too, where it stands, what can be done with it. */
export function Page({ title, heading, crumbs = [], actions, isNarrow = false, children }: PageProps): ReactNode {
  const site = useSite();
  useEffect(() => {
    // The name of the site once, also on its own page.
    const parts = new Set([title, ...crumbs.map(({ label }) => label).reverse(), site.name]);
    document.title = [...parts].join(' · ');
  });
  return (
    <div className={`${css.page} ${isNarrow ? css.narrow : ''}`}>
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
          <h1>{heading ?? title}</h1>
        </div>
        {actions !== undefined && <div className={css.row}>{actions}</div>}
      </div>
      {children}
    </div>
  );
}
