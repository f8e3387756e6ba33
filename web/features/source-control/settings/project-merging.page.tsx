// How branches are merged in the repositories of a project that say nothing else.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { usePageContext } from '../../../platform/page-context.ts';
import { NoAccess } from '../../../ui/no-access/no-access.tsx';
import { ErrorState, Loading, Notice } from '../../../ui/feedback/async-states.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import ui from '../../../ui/ui.module.css';
import { projectQuery } from '../../projects/index.ts';
import { useAdministers } from '../use-administers.ts';
import { MergingPart } from './merging-part.tsx';

const route = getRouteApi('/projects/$project/repositories/merging');

const Rules = ({ projectId }: { projectId: number }): ReactNode => {
  const { isKnown, administers } = useAdministers(projectId);
  if (!isKnown) return <Loading />;
  if (!administers) return <Notice>{t('repo.administrators')}</Notice>;
  const about = <p className={ui.soft}>{t('repo.projectMergingHint')}</p>;
  return <MergingPart place={{ kind: 'project', id: projectId }} more={about} />;
};

export function ProjectMergingPage(): ReactNode {
  const { project: name } = route.useParams();
  const { data: project, error, refetch } = useQuery(projectQuery(name));
  usePageContext(project === undefined || project === null ? undefined : { projectId: project.id });
  if (project === null) return <NoAccess title={name} />;
  const inProject = `/projects/${project?.shortname ?? name}`;
  return (
    <Page
      title={t('repo.projectMerging')}
      crumbs={[
        { label: project?.label ?? name, to: inProject },
        { label: t('code.repositories'), to: `${inProject}/repositories` },
      ]}
    >
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {project === undefined ? error === null && <Loading /> : <Rules projectId={project.id} />}
    </Page>
  );
}
