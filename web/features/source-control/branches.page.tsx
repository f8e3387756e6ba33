// Branches, with how far each is from the default branch, and tags.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { Empty, ErrorState, Loading } from '../../ui/states.tsx';
import { Badge, When } from '../../ui/things.tsx';
import ui from '../../ui/ui.module.css';
import css from './code.module.css';
import { BuildState } from './commit-list.tsx';
import { RepositoryPage } from './repository-page.tsx';
import { branchesQuery, divergencesQuery, tagsQuery } from './source-control.queries.ts';
import type { Commit, Repository } from './source-control.queries.ts';

const route = getRouteApi('/repositories/$id/branches');

interface Ref {
  name: string;
  commit: Commit;
}

const Refs = ({
  id,
  label,
  refs,
  more,
}: {
  id: number;
  label: string;
  refs: readonly Ref[];
  more: (name: string) => ReactNode;
}): ReactNode => (
  <ul className={css.commits} aria-label={label}>
    {refs.map(({ name, commit }) => (
      <li key={name} className={css.commit}>
        <span className={css.what}>
          <Link to="/repositories/$id" params={{ id: String(id) }} search={{ ref: name }}>
            {name}
          </Link>
          <span className={`${ui.faint} ${ui.small}`}>
            {commit.title} · <When iso={commit.committed_date} />
          </span>
        </span>
        <BuildState name={commit.commit_status?.name} />
        {more(name)}
      </li>
    ))}
  </ul>
);

function Lists({ repository }: { repository: Repository }): ReactNode {
  const { id, default_branch: base } = repository;
  const branches = useQuery(branchesQuery(id));
  const tags = useQuery(tagsQuery(id));
  const { data: divergences = [] } = useQuery({ ...divergencesQuery(id, base ?? ''), enabled: base !== null });
  const problem = branches.error ?? tags.error;
  if (problem !== null) return <ErrorState error={problem} />;
  if (branches.data === undefined || tags.data === undefined) return <Loading lines={6} />;
  if (branches.data.length + tags.data.length === 0) return <Empty title={t('code.empty')} />;
  const apart = new Map(divergences.map((one) => [one.name, one]));
  return (
    <>
      <h2>{t('code.branches')}</h2>
      <Refs
        id={id}
        label={t('code.branches')}
        refs={branches.data}
        more={(name) => {
          if (name === base || base === null) return <Badge>{t('code.default')}</Badge>;
          const { ahead, behind } = apart.get(name) ?? {};
          return (
            <Link
              to="/repositories/$id/compare"
              params={{ id: String(id) }}
              search={{ base, head: name }}
              className={css.apart}
            >
              {ahead === undefined || behind === undefined ? t('code.compare') : t('code.apart', { ahead, behind })}
            </Link>
          );
        }}
      />
      {tags.data.length > 0 && (
        <>
          <h2>{t('code.tags')}</h2>
          <Refs id={id} label={t('code.tags')} refs={tags.data} more={() => null} />
        </>
      )}
    </>
  );
}

export function BranchesPage(): ReactNode {
  const { id } = route.useParams();
  return (
    <RepositoryPage id={id} title={t('code.branches')}>
      {(repository) => <Lists repository={repository} />}
    </RepositoryPage>
  );
}
