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

const Told = ({ told }: { told: SvnRevision }): ReactNode => {
  const rest = told.message.slice(told.title.length).trim();
  return (
    <section className={`${ui.card} ${ui.cardBody} ${ui.stack}`}>
      <h2>{told.title === '' ? t('svn.revision', { revision: told.revision }) : told.title}</h2>
      {rest !== '' && <pre className={css.plain}>{rest}</pre>}
      {told.is_message_cut && <p className={ui.faint}>{t('svn.messageCut')}</p>}
      <div className={ui.row}>
        {told.author === null ? <span>{told.author_name}</span> : <Person person={told.author} />}
        {told.date !== null && (
          <span className={ui.faint}>
            <When iso={told.date} />
          </span>
        )}
        <References commit={told} />
        <code className={css.hash}>r{told.revision}</code>
      </div>
    </section>
  );
};

function Revision({ id, revision, folder }: { id: number; revision: number; folder: string }): ReactNode {
  const source = useMemo(() => ofRevision(id, revision, folder), [id, revision, folder]);
  const { data, error, refetch } = useInfiniteQuery(differenceQuery(source));
  if (isRefusedWith(error, 404)) return <Empty title={t('svn.noRevision', { revision })} />;
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const told = data?.pages[0]?.told;
  if (told === undefined) return <Loading lines={8} />;
  return (
    <>
      <Told told={told} />
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
