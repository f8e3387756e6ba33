// Lists of artifacts and other things: one line each, the same everywhere.
import type { ReactNode } from 'react';
import { Badge } from '../badge.tsx';
import { When } from '../dates/when.tsx';
import { TrackerMark } from '../tracker-mark.tsx';
import css from './rows.module.css';
import { Link } from '../link.tsx';

export interface RowEntry {
  key: string | number;
  /** The page that it leads to. */
  to: string;
  title: string;
  /** Such as `task #12`. */
  reference?: string | null;
  /** One of the 24 colours. */
  colour?: string | null;
  /** An emoji in place of the dot in that colour. */
  icon?: string;
  status?: { label: string; colour: string | null } | undefined;
  /** What it belongs to. */
  more?: string | undefined;
  /** When it changed last. */
  when?: string | undefined;
  /** Buttons beside the link. */
  actions?: ReactNode;
}

export const Rows = ({ label, rows }: { label: string; rows: readonly RowEntry[] }): ReactNode => (
  <ul className={css.rows} aria-label={label}>
    {rows.map(({ key, to, title, reference, colour, icon, status, more, when, actions }) => (
      <li key={key} className={actions === undefined ? undefined : css.acting}>
        <Link to={to} className={css.row}>
          <TrackerMark colour={colour ?? undefined} icon={icon} />
          {reference !== undefined && reference !== null && <span className={css.reference}>{reference}</span>}
          <span className={css.title}>{title}</span>
          {status !== undefined && (
            <span className={css.badge}>
              <Badge colour={status.colour}>{status.label}</Badge>
            </span>
          )}
          <span className={css.break} />
          {more !== undefined && <span className={css.more}>{more}</span>}
          {when !== undefined && (
            <span className={css.end}>
              <When iso={when} />
            </span>
          )}
        </Link>
        {actions}
      </li>
    ))}
  </ul>
);
