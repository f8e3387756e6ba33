// What a file holds: its text with colours, a picture, or what it is where it can't be shown.
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { Empty } from '../../../ui/states.tsx';
import css from '../code.module.css';
import type { FileContent } from '../source-control.queries.ts';
import { CodeLines } from './code-lines.tsx';

interface Props {
  path: string;
  content: FileContent;
  url: string;
  /** Where browsers keep it instead of showing it. */
  savedUrl: string;
}

export function Content({ path, content, url, savedUrl }: Props): ReactNode {
  if (content.kind === 'picture')
    return (
      <div className={css.picture}>
        <img src={url} alt={path} />
      </div>
    );
  if (content.kind === 'missing')
    return (
      <Empty title={t('code.missingLargeFile')}>
        <p>{t('code.missingLargeFileText')}</p>
        <pre className={css.pointer}>{content.text}</pre>
      </Empty>
    );
  if (content.kind !== 'text')
    return (
      <Empty title={t(content.kind === 'binary' ? 'code.binary' : 'code.large')}>
        <p>{t('code.bytes', { count: content.sizeBytes })}</p>
        <a href={savedUrl}>{t('code.download')}</a>
      </Empty>
    );
  if (content.sizeBytes === 0) return <p className={css.hint}>{t('code.emptyFile')}</p>;
  return <CodeLines path={path} text={content.text} />;
}
