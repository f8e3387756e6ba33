// One commit: who, what it says, what it refers to, what it changed.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isRefusedWith } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Empty, ErrorState, Loading } from '../../ui/feedback/async-states.tsx';
import { Person } from '../../ui/avatar.tsx';
import { When } from '../../ui/dates/when.tsx';
import ui from '../../ui/ui.module.css';
import css from './code.module.css';
import { BuildState, References, shortHash } from './commit-list.tsx';
import { DifferenceView } from './difference/difference-view.tsx';
import { RepositoryPage } from './repository-page.tsx';
import { commitQuery, ofCommit } from './source-control.queries.ts';
import { Link } from '../../ui/link.tsx';

const route = getRouteApi('/repositories/$id/commits/$commit');

function Commit({ id, reference }: { id: number; reference: string }): ReactNode {
  const { data: commit, error, refetch } = useQuery(commitQuery(id, reference));
  if (isRefusedWith(error, 404)) return <Empty title={t('code.noCommit', { name: reference })} />;
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (commit === undefined) return <Loading lines={8} />;
  const rest = commit.message.slice(commit.title.length).trim();
  return (
    <>
      <section className={`${ui.card} ${ui.cardBody} ${ui.stack}`}>
        <h2>{commit.title === '' ? shortHash(commit.id) : commit.title}</h2>
        {rest !== '' && <pre className={css.plain}>{rest}</pre>}
        <div className={ui.row}>
          {commit.author === null ? (
            <span>
              {commit.author_name} &lt;{commit.author_email}&gt;
            </span>
          ) : (
            <Person person={commit.author} />
          )}
          <span className={ui.faint}>
            <When iso={commit.authored_date} />
          </span>
          <References commit={commit} />
          <BuildState name={commit.commit_status?.name} />
          <code className={css.hash}>{commit.id}</code>
        </div>
        {commit.parents.length > 0 && (
          <p className={`${ui.row} ${ui.small}`}>
            <span>{t('code.parents', { count: commit.parents.length })}</span>
            {commit.parents.map((parent) => (
              <Link key={parent} to="/repositories/$id/commits/$commit" params={{ id: String(id), commit: parent }}>
                {shortHash(parent)}
              </Link>
            ))}
          </p>
        )}
      </section>
      <DifferenceView source={ofCommit(id, commit.id)} />
    </>
  );
}

export function CommitPage(): ReactNode {
  const { id, commit } = route.useParams();
  return (
    <RepositoryPage
      id={id}
      title={t('code.commit', { name: shortHash(commit) })}
      actions={() => (
        <ButtonLink to="/repositories/$id" params={{ id }} search={{ ref: commit }}>
          {t('code.browseHere')}
        </ButtonLink>
      )}
    >
      {(repository) => <Commit id={repository.id} reference={commit} />}
    </RepositoryPage>
  );
}
