// A page that is on its way, in its shape, under the title that is known of it.
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { useLoading } from '../feedback/async-states.tsx';
import css from '../ui.module.css';
import own from './page-skeleton.module.css';

interface Props {
  /** As far as it is known. */
  title: string | undefined;
  /** A text with a column beside it, or rows of a table. */
  shape: 'column' | 'rows';
}

const lines = { column: 6, rows: 14 };
const columnLines = 8;

const Lines = ({ count }: { count: number }): ReactNode => (
  <div className={css.stack}>
    {Array.from({ length: count }, (_, index) => (
      <div key={index} className={css.skeleton} />
    ))}
  </div>
);

export function PageSkeleton({ title, shape }: Props): ReactNode {
  useLoading();
  return (
    <div className={css.page} role="status" aria-label={t('ui.loading')}>
      {title === undefined ? <div className={`${css.skeleton} ${own.title}`} /> : <h1>{title}</h1>}
      <div className={own.columns} data-shape={shape}>
        <Lines count={lines[shape]} />
        {shape === 'column' && <Lines count={columnLines} />}
      </div>
    </div>
  );
}
