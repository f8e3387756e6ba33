// What a folder holds, each entry with the commit by which it came, and its readme.
import { useInfiniteQuery } from '@tanstack/react-query';
import { File, Folder, FolderGit2, Link2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { isRefusedWith } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Empty, ErrorState, Loading } from '../../../ui/feedback/async-states.tsx';
import { When } from '../../../ui/dates/when.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../code.module.css';
import { EntriesSoFar } from './entries-so-far.tsx';
import { folderQuery } from '../source-control.queries.ts';
import type { FolderEntry } from '../source-control.queries.ts';
import { FileView, NoFile } from './file-view.tsx';
import { ReadmeView } from './readme-view.tsx';
import { findReadme } from './readme.ts';
import { Link } from '../../../ui/link.tsx';

interface Props {
  id: number;
  projectId: number | undefined;
  reference: string;
  path: string;
}

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** Folders first, each kind in the order of names. */
const sorted = (entries: readonly FolderEntry[]): FolderEntry[] =>
  entries.toSorted(
    (a, b) => Number(b.type === 'tree') - Number(a.type === 'tree') || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
  );

const Picture = ({ entry }: { entry: FolderEntry }): ReactNode =>
  entry.type === 'tree' ? (
    <Folder aria-label={t('code.folder')} size={15} />
  ) : entry.type === 'commit' ? (
    <FolderGit2 aria-label={t('code.submodule')} size={15} />
  ) : entry.mode === '120000' ? (
    <Link2 aria-label={t('code.link')} size={15} />
  ) : (
    <File aria-label={t('code.file')} size={15} />
  );

const EntryRow = ({ id, reference, entry }: { id: string; reference: string; entry: FolderEntry }): ReactNode => (
  <tr>
    <td>
      <span className={css.entry}>
        <Picture entry={entry} />
        {entry.type === 'commit' ? (
          <span>{entry.name}</span>
        ) : (
          <Link to="/repositories/$id" params={{ id }} search={{ ref: reference, path: entry.path }}>
            {entry.name}
          </Link>
        )}
      </span>
    </td>
    <td className={css.about}>
      {entry.last_commit !== null && (
        <Link to="/repositories/$id/commits/$commit" params={{ id, commit: entry.last_commit.id }} className={ui.soft}>
          {entry.last_commit.title}
        </Link>
      )}
    </td>
    <td className={css.ago}>{entry.last_commit !== null && <When iso={entry.last_commit.authored_date} />}</td>
  </tr>
);

const NoReference = ({ name }: { name: string }): ReactNode => (
  <Empty title={t('code.noReference', { name })}>
    <p>{t('code.noReferenceText')}</p>
  </Empty>
);

/** A folder, or the file where the path is one, which the folder around it knows. */
export function PathView(props: Props): ReactNode {
  const { id, reference, path } = props;
  const { data, error, refetch, hasNextPage } = useInfiniteQuery({
    ...folderQuery(id, reference, parentOf(path)),
    enabled: path !== '',
  });
  if (path === '') return <FolderView {...props} />;
  if (data === undefined && error !== null && !isRefusedWith(error, 404))
    return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined && error === null) return <Loading lines={8} />;
  const entry = data?.pages.flatMap((page) => page.data).find((one) => one.path === path);
  if (entry?.type === 'blob') return <FileView {...props} />;
  // Of a very long folder not all entries are known here.
  if (entry === undefined && hasNextPage) return <FolderView {...props} otherwise={<FileView {...props} />} />;
  if (entry?.type === 'tree') return <FolderView {...props} />;
  return <NoFile path={path} reference={reference} />;
}

/** Shows `otherwise` where there is no such folder. */
function FolderView({ otherwise, ...props }: Props & { otherwise?: ReactNode }): ReactNode {
  const { id, reference, path } = props;
  const reading = useInfiniteQuery(folderQuery(id, reference, path));
  const { data, error, refetch } = reading;
  if (isRefusedWith(error, 404)) return otherwise ?? <NoReference name={reference} />;
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={8} />;
  const params = { id: String(id) };
  const entries = data.pages.flatMap((page) => page.data);
  const readme = findReadme(entries);
  return (
    <>
      <EntriesSoFar shown={entries.length} count={data.pages[0]?.size ?? 0} reading={reading}>
        <div className={ui.tableWrap}>
          <table className={`${ui.table} ${css.folder}`}>
            <thead className="visually-hidden">
              <tr>
                <th scope="col">{t('code.name')}</th>
                <th scope="col">{t('code.lastCommit')}</th>
                <th scope="col">{t('code.when')}</th>
              </tr>
            </thead>
            <tbody>
              {path !== '' && (
                <tr>
                  <td colSpan={3}>
                    <Link
                      to="/repositories/$id"
                      params={params}
                      search={{ ref: reference, ...(parentOf(path) === '' ? {} : { path: parentOf(path) }) }}
                      aria-label={t('code.up')}
                    >
                      ..
                    </Link>
                  </td>
                </tr>
              )}
              {sorted(entries).map((entry) => (
                <EntryRow key={entry.name} id={String(id)} reference={reference} entry={entry} />
              ))}
            </tbody>
          </table>
        </div>
      </EntriesSoFar>
      {readme !== undefined && <ReadmeView {...props} path={readme.path} />}
    </>
  );
}
