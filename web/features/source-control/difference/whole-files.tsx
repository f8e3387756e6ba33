// What a difference shows of a file that has no lines of its own: how large it was and is, and pictures as they were and are.
import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import css from '../code.module.css';
import type { FileDifference } from '../source-control.queries.ts';
import beside from './beside.module.css';

/** Where the bytes of a file are before and after, as far as it is there. */
export type FindBytes = (file: FileDifference) => { before?: string; after?: string };

/** Those that the server shows in place. */
const pictureName = /\.(?:avif|gif|jpe?g|png|webp)$/i;

const sizeOf = (large: { size: number } | null | undefined): string | undefined =>
  large ? t('code.bytes', { count: large.size }) : undefined;

/** Nothing where it is none, or was never sent. */
function Picture({ url, label, path }: { url: string | undefined; label: string; path: string }): ReactNode {
  const [isNone, setNone] = useState(false);
  if (url === undefined || isNone) return null;
  return (
    <figure>
      <img src={url} alt={`${path}: ${label}`} onError={() => setNone(true)} />
      <figcaption>{label}</figcaption>
    </figure>
  );
}

export function WholeFile({ file, findBytes }: { file: FileDifference; findBytes: FindBytes | undefined }): ReactNode {
  const { before, after } = findBytes?.(file) ?? {};
  const [was, is] = [sizeOf(file.large_file?.old), sizeOf(file.large_file?.new)];
  const sizes = [
    was ?? (file.status === 'A' ? undefined : t('code.noLargeFile')),
    is ?? (file.status === 'D' ? undefined : t('code.noLargeFile')),
  ];
  return (
    <>
      <p className={css.hint}>
        {file.large_file === undefined
          ? t('code.binary')
          : `${t('code.largeFile')} · ${sizes.filter((size) => size !== undefined).join(' → ')}`}
      </p>
      {pictureName.test(file.path) && (before !== undefined || after !== undefined) && (
        <div className={beside.pictures}>
          <Picture url={before} label={t('code.before')} path={file.old_path ?? file.path} />
          <Picture url={after} label={t('code.after')} path={file.path} />
        </div>
      )}
    </>
  );
}
