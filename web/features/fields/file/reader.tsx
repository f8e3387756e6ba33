// Files of an artifact with their pictures, one by one or all in one.
import { Paperclip } from 'lucide-react';
import type { ReactNode } from 'react';
import { ownPath } from '../../../platform/addresses.ts';
import { formatNumber, t } from '../../../platform/i18n.ts';
import { listIn, numberIn, textIn } from '../../../platform/parse-unknown.ts';
import rows from '../../../ui/files/files.module.css';
import { Link } from '../../../ui/link.tsx';
import ui from '../../../ui/ui.module.css';
import type { ReaderProps } from '../field-parts.ts';
import { Nothing } from '../nothing.tsx';
import css from './file.module.css';

/** What the server puts into one zip file. */
const zippedMax = 500;

const FileRows = ({ files }: { files: readonly unknown[] }): ReactNode => (
  <ul className={rows.list}>
    {files.map((file) => {
      const url = textIn(file, 'html_url');
      const preview = textIn(file, 'html_preview_url');
      const name = textIn(file, 'name') ?? '';
      const about = textIn(file, 'description') ?? '';
      return (
        <li key={numberIn(file, 'id')} className={rows.row}>
          {preview === undefined ? (
            <Paperclip size={14} aria-hidden="true" />
          ) : (
            <img className={css.preview} src={ownPath(preview)} alt="" loading="lazy" />
          )}
          <span className={ui.grow}>
            {url === undefined ? (
              name
            ) : (
              <Link className={ui.target} href={ownPath(url)}>
                {name}
              </Link>
            )}
            {about !== '' && <span className={`${ui.soft} ${ui.small}`}> {about}</span>}
          </span>
          <span className={`${ui.faint} ${ui.small}`}>
            {t('form.files.size', { size: formatNumber(Math.ceil((numberIn(file, 'size') ?? 0) / 1024)) })}
          </span>
        </li>
      );
    })}
  </ul>
);

/** In one zip file. */
function AllFiles({ files }: { files: readonly unknown[] }): ReactNode {
  const ids = files.flatMap((file) => numberIn(file, 'id') ?? []).slice(0, zippedMax);
  return (
    <Link
      className={`${ui.target} ${ui.small}`}
      href={`/plugins/tracker/attachments/zip/files.zip?ids=${ids.join(',')}`}
      download
    >
      {t('form.files.all')}
    </Link>
  );
}

export function FilesReader({ value }: ReaderProps): ReactNode {
  const files = listIn(value, 'file_descriptions');
  if (files.length === 0) return <Nothing />;
  return (
    <>
      <FileRows files={files} />
      {files.length > 1 && <AllFiles files={files} />}
    </>
  );
}
