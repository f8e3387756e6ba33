// The folders above a place in a repository, the repository itself first, each a link.
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import css from './code.module.css';

interface Props {
  path: string;
  /** A link with this label to what is at a path, which is empty for the whole repository. */
  link(path: string, label: string): ReactNode;
}

export function PathTrail({ path, link }: Props): ReactNode {
  const parts = path.split('/').filter(Boolean);
  return (
    <nav className={css.trail} aria-label={t('code.path')}>
      <ol>
        {['', ...parts].map((part, index) => {
          const own = parts.slice(0, index).join('/');
          return <li key={own}>{link(own, index === 0 ? t('code.root') : part)}</li>;
        })}
      </ol>
    </nav>
  );
}
