import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { Empty, ErrorState, Loading } from '../../ui/states.tsx';
import { Page } from '../../ui/things.tsx';
import css from '../../ui/ui.module.css';
import { projectQuery, trackersQuery } from './projects.queries.ts';

const route = getRouteApi('/projects/$project');

function Trackers({ projectId }: { projectId: number }): ReactNode {
  const { data, error, refetch } = useQuery(trackersQuery(projectId));
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  if (data.length === 0) return <Empty title={t('projects.noTrackers')} />;
  return (
    <div className={css.tableWrap}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t('projects.tracker')}</th>
            <th scope="col" className={css.number}>
              {t('projects.open')}
            </th>
            <th scope="col" className={css.number}>
              {t('projects.all')}
            </th>
          </tr>
        </thead>
        <tbody>
          {data.map(({ id, label, colour, count }) => (
            <tr key={id}>
              <td>
                <span className={css.row}>
                  <span className={css.dot} data-colour={colour} />
                  <Link to="/trackers/$tracker" params={{ tracker: String(id) }}>
                    {label}
                  </Link>
                </span>
              </td>
              <td className={css.number}>{count?.open ?? '–'}</td>
              <td className={css.number}>{count?.size ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function ProjectHomePage(): ReactNode {
  const { project: name } = route.useParams();
  const { data, error, refetch } = useQuery(projectQuery(name));
  const crumbs = [{ label: t('projects.list'), to: '/projects' }];
  if (error !== null || data === undefined || data === null)
    return (
      <Page title={name} crumbs={crumbs}>
        {error !== null ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : data === null ? (
          <Empty title={t('projects.unknown')} />
        ) : (
          <Loading />
        )}
      </Page>
    );
  return (
    <Page title={data.label} crumbs={crumbs}>
      <p className={css.soft}>{data.description}</p>
      <h2>{t('projects.trackers')}</h2>
      <Trackers projectId={data.id} />
    </Page>
  );
}
