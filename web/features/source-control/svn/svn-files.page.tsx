// Files of a Subversion repository: a folder or a file, as of any revision.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { File, Folder } from 'lucide-react';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { isRefusedWith } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { Empty, ErrorState, Loading } from '../../../ui/feedback/async-states.tsx';
import { When } from '../../../ui/dates/when.tsx';
import ui from '../../../ui/ui.module.css';
import type { SvnSearch } from '../code-search.ts';
import css from '../code.module.css';
import { linesOf } from '../files/code-lines.tsx';
import { EntriesSoFar } from '../files/entries-so-far.tsx';
import { Content } from '../files/file-content.tsx';
import { PathTrail } from '../path-trail.tsx';
import { contentQuery } from '../source-control.queries.ts';
import { AsOf } from './as-of.tsx';
import { svnFolderQuery, svnRawUrl } from './svn.queries.ts';
import type { SvnEntry } from './svn.queries.ts';
import { SvnRepositoryPage } from './svn-repository-page.tsx';
import { Link } from '../../../ui/link.tsx';

const route = getRouteApi('/subversion/$id');

interface Props {
  id: number;
  search: SvnSearch;
}

/** The revision, where one is looked at that is not the newest. */
const at = ({ revision }: SvnSearch): { revision?: number } => (revision === undefined ? {} : { revision });

const NothingThere = ({ search: { path = '' } }: { search: SvnSearch }): ReactNode => (
  <Empty title={t('code.noFile')}>
    <p>{path === '' ? t('svn.noRoot') : t('svn.noPath', { path })}</p>
  </Empty>
);

const EntryRow = ({ id, search, entry }: Props & { entry: SvnEntry }): ReactNode => {
  const { revision, author, author_name: authorName, date } = entry.last_change;
  const params = { id: String(id) };
  const isFile = entry.type === 'file';
  return (
    <tr>
      <td>
        <span className={css.entry}>
          {isFile ? <File aria-label={t('code.file')} size={15} /> : <Folder aria-label={t('code.folder')} size={15} />}
          <Link
            to="/subversion/$id"
            params={params}
            search={{ path: entry.path, ...at(search), ...(isFile ? { file: true } : {}) }}
          >
            {entry.name}
          </Link>
        </span>
      </td>
      <td className={css.about}>
        <Link
          to="/subversion/$id/revisions/$revision"
          params={{ ...params, revision: String(revision) }}
          className={ui.soft}
        >
          {t('svn.revision', { revision })} · {author?.display_name ?? authorName}
        </Link>
      </td>
      <td className={css.ago}>{date !== null && <When iso={date} />}</td>
    </tr>
  );
};

function FolderView({ id, search }: Props): ReactNode {
  const { path, revision } = search;
  const place = { ...(path === undefined ? {} : { path }), ...(revision === undefined ? {} : { revision }) };
  const reading = useInfiniteQuery(svnFolderQuery(id, place));
  const { data, error, refetch } = reading;
  // What is no folder may be a file, which addresses from elsewhere don't say.
  if (isRefusedWith(error, 404))
    return path === undefined ? <NothingThere search={search} /> : <FileView id={id} search={search} />;
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={8} />;
  const entries = data.pages.flatMap((page) => page.data);
  if (entries.length === 0) return <Empty title={t('svn.emptyFolder')} />;
  const folders = entries.filter(({ type }) => type === 'folder');
  const files = entries.filter(({ type }) => type === 'file');
  return (
    <EntriesSoFar shown={entries.length} count={data.pages[0]?.size ?? 0} reading={reading}>
      <div className={ui.tableWrap}>
        <table className={`${ui.table} ${css.folder}`}>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">{t('code.name')}</th>
              <th scope="col">{t('svn.lastChange')}</th>
              <th scope="col">{t('code.when')}</th>
            </tr>
          </thead>
          <tbody>
            {[...folders, ...files].map((entry) => (
              <EntryRow key={entry.name} id={id} search={search} entry={entry} />
            ))}
          </tbody>
        </table>
      </div>
    </EntriesSoFar>
  );
}

function FileView({ id, search }: Props): ReactNode {
  const { path = '' } = search;
  const url = svnRawUrl(id, search);
  const { data, error, refetch } = useQuery(contentQuery(url));
  if (isRefusedWith(error, 404)) return <NothingThere search={search} />;
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={8} />;
  const text = data.kind === 'text' ? data.text : undefined;
  return (
    <section className={ui.card} aria-label={path}>
      <div className={css.fileHead}>
        <span className={ui.soft}>
          {text !== undefined && `${t('code.lines', { count: linesOf(text).length })} · `}
          {t('code.bytes', { count: data.sizeBytes })}
        </span>
        <div className={ui.row}>
          {text !== undefined && (
            <Button onPress={() => void copyText(text, t('code.copied'))}>{t('code.copy')}</Button>
          )}
          <Link className={css.asButton} href={url}>
            {t('code.raw')}
          </Link>
        </div>
      </div>
      <Content path={path} content={data} url={url} savedUrl={svnRawUrl(id, search, true)} />
    </section>
  );
}

/** Which revision is looked at, by its number. */
function RevisionField({ search }: { search: SvnSearch }): ReactNode {
  const navigate = route.useNavigate();
  const fieldId = useId();
  return (
    <form
      className={ui.row}
      onSubmit={(event) => {
        event.preventDefault();
        const sent = new FormData(event.currentTarget).get('revision');
        const { revision: _, ...others } = search;
        const isOne = typeof sent === 'string' && sent !== '';
        void navigate({ search: isOne ? { ...others, revision: Number(sent) } : others });
      }}
    >
      <label htmlFor={fieldId}>{t('svn.revisionLabel')}</label>
      <input
        key={search.revision}
        id={fieldId}
        name="revision"
        className={`${ui.input} ${css.revision}`}
        type="number"
        min={0}
        max={2_147_483_647}
        step={1}
        placeholder={t('svn.newest')}
        defaultValue={search.revision}
      />
    </form>
  );
}

export function SvnFilesPage(): ReactNode {
  const { id } = route.useParams();
  const search = route.useSearch();
  const { path = '', revision, file } = search;
  return (
    <SvnRepositoryPage
      id={id}
      title={path === '' ? undefined : path.slice(path.lastIndexOf('/') + 1)}
      actions={({ svn_url: url }) => (
        <Button onPress={() => void copyText(`svn checkout ${url}`, t('code.copied'))}>{t('svn.copyCheckout')}</Button>
      )}
    >
      {(repository) => (
        <>
          <div className={css.tools}>
            <PathTrail
              path={path}
              link={(own, label) => (
                <Link
                  to="/subversion/$id"
                  params={{ id }}
                  search={{ ...(own === '' ? {} : { path: own }), ...at(search) }}
                  activeProps={{}}
                >
                  {label}
                </Link>
              )}
            />
            <AsOf
              revision={revision}
              onNewest={
                <Link
                  to="/subversion/$id"
                  params={{ id }}
                  search={{ ...(path === '' ? {} : { path }), ...(file === true ? { file } : {}) }}
                >
                  {t('svn.toNewest')}
                </Link>
              }
            />
            <RevisionField search={search} />
            <Link
              to="/subversion/$id/log"
              params={{ id }}
              search={{ ...(path === '' ? {} : { path }), ...at(search) }}
              className={css.asButton}
            >
              {t('code.history')}
            </Link>
          </div>
          {file === true ? (
            <FileView id={repository.id} search={search} />
          ) : (
            <FolderView id={repository.id} search={search} />
          )}
        </>
      )}
    </SvnRepositoryPage>
  );
}
