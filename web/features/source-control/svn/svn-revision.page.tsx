// One revision of a Subversion repository: who, what it says, what it refers to, what it changed.
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { isNumber } from '../../../platform/addresses.ts';
import { isRefusedWith } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Empty, ErrorState, Loading } from '../../../ui/feedback/async-states.tsx';
import { Person } from '../../../ui/avatar.tsx';
import { When } from '../../../ui/dates/when.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../code.module.css';
import { References } from '../commit-list.tsx';
import { DifferenceView } from '../difference/difference-view.tsx';
import { differenceQuery } from '../source-control.queries.ts';
import { ofRevision } from './svn.queries.ts';
import type { SvnRevision } from './svn.queries.ts';
import { SvnRepositoryPage } from './svn-repository-page.tsx';
import { Link } from '../../../ui/link.tsx';

const route = getRouteApi('/subversion/$id/revisions/$revision');

const RevisionHead = ({ svnRevision }: { svnRevision: SvnRevision }): ReactNode => {
  const rest = svnRevision.message.slice(svnRevision.title.length).trim();
  return (
    <section className={`${ui.card} ${ui.cardBody} ${ui.stack}`}>
      <h2>{svnRevision.title === '' ? t('svn.revision', { revision: svnRevision.revision }) : svnRevision.title}</h2>
      {rest !== '' && <pre className={css.plain}>{rest}</pre>}
      {svnRevision.is_message_cut && <p className={ui.faint}>{t('svn.messageCut')}</p>}
      <div className={ui.row}>
        {svnRevision.author === null ? <span>{svnRevision.author_name}</span> : <Person person={svnRevision.author} />}
        {svnRevision.date !== null && (
          <span className={ui.faint}>
            <When iso={svnRevision.date} />
          </span>
        )}
        <References commit={svnRevision} />
        <code className={css.hash}>r{svnRevision.revision}</code>
      </div>
    </section>
  );
};

function Revision({ id, revision, folder }: { id: number; revision: number; folder: string }): ReactNode {
  const source = useMemo(() => ofRevision(id, revision, folder), [id, revision, folder]);
  const { data, error, refetch } = useInfiniteQuery(differenceQuery(source));
  if (isRefusedWith(error, 404)) return <Empty title={t('svn.noRevision', { revision })} />;
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const svnRevision = data?.pages[0]?.svnRevision;
  if (svnRevision === undefined) return <Loading lines={8} />;
  return (
    <>
      <RevisionHead svnRevision={svnRevision} />
      {folder !== '' && (
        <div className={css.tools}>
          <span>{t('svn.onlyIn', { path: folder })}</span>
          <Link
            to="/subversion/$id/revisions/$revision"
            params={{ id: String(id), revision: String(revision) }}
            search={{}}
          >
            {t('svn.allOfIt')}
          </Link>
        </div>
      )}
      <DifferenceView source={source} />
    </>
  );
}

export function SvnRevisionPage(): ReactNode {
  const { id, revision } = route.useParams();
  const { folder = '' } = route.useSearch();
  return (
    <SvnRepositoryPage
      id={id}
      title={t('svn.revision', { revision })}
      actions={() =>
        isNumber(revision) && (
          <Link to="/subversion/$id" params={{ id }} search={{ revision: Number(revision) }} className={css.asButton}>
            {t('svn.browseHere')}
          </Link>
        )
      }
    >
      {(repository) =>
        isNumber(revision) ? (
          <Revision id={repository.id} revision={Number(revision)} folder={folder} />
        ) : (
          <Empty title={t('svn.noRevision', { revision })} />
        )
      }
    </SvnRepositoryPage>
  );
}
