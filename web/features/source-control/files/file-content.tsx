// What a file holds: its text with colours, a picture, a PDF in the browser's own viewer, or what it is where it can't be shown.
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { Empty } from '../../../ui/feedback/async-states.tsx';
import css from '../code.module.css';
import type { FileContent } from '../source-control.queries.ts';
import { CodeLines } from './code-lines.tsx';
import { Link } from '../../../ui/link.tsx';

interface Props {
  path: string;
  content: FileContent;
  url: string;
  /** Where browsers keep it instead of showing it. */
  savedUrl: string;
}

/** Why something is not shown. */
const reasons = { pdf: 'code.pdf', binary: 'code.binary', large: 'code.large' } as const;

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
  if (content.kind === 'pdf' && navigator.pdfViewerEnabled)
    return <iframe className={css.pdf} src={url} title={path} />;
  if (content.kind !== 'text')
    return (
      <Empty title={t(reasons[content.kind])}>
        <p>{t('code.bytes', { count: content.sizeBytes })}</p>
        <Link href={savedUrl}>{t('code.download')}</Link>
      </Empty>
    );
  if (content.sizeBytes === 0) return <p className={css.hint}>{t('code.emptyFile')}</p>;
  return <CodeLines path={path} text={content.text} />;
}
