// Where in a repository a page is, and as of which revision.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import css from '../code.module.css';

interface Props {
  id: number;
  path: string;
  revision: number | undefined;
}

export function SvnTrail({ id, path, revision }: Props): ReactNode {
  const parts = path.split('/').filter(Boolean);
  return (
    <nav className={css.trail} aria-label={t('code.path')}>
      <ol>
        {['', ...parts].map((part, index) => {
          const own = parts.slice(0, index).join('/');
          return (
            <li key={own}>
              <Link
                to="/subversion/$id"
                params={{ id: String(id) }}
                search={{
                  ...(own === '' ? {} : { path: own }),
                  ...(revision === undefined ? {} : { revision }),
                }}
                activeProps={{}}
              >
                {index === 0 ? t('code.root') : part}
              </Link>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

/** Says that an older revision is looked at, and leads to the newest one. */
export const AsOf = ({ revision, onNewest }: { revision: number | undefined; onNewest: ReactNode }): ReactNode =>
  revision === undefined ? null : (
    <span role="status">
      {t('svn.asOf', { revision })} {onNewest}
    </span>
  );
