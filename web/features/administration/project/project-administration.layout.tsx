// The administration of a project: its pages as tabs.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Outlet } from '@tanstack/react-router';
import { createContext, useContext } from 'react';
import type { ReactNode } from 'react';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { usePageContext } from '../../../platform/page-context.ts';
import { NoAccess } from '../../../ui/no-access/no-access.tsx';
import { ErrorState, Loading } from '../../../ui/feedback/async-states.tsx';
import { Tabs } from '../../../ui/layout/tabs.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { projectQuery, summaryQuery } from '../../projects/index.ts';

const route = getRouteApi('/projects/$project/administration');

const ProjectContext = createContext<Schemas['Project'] | undefined>(undefined);

/** Throws outside of the administration of a project. */
export function useProject(): Schemas['Project'] {
  const project = useContext(ProjectContext);
  if (project === undefined) throw new Error('there is no project here');
  return project;
}

export function ProjectAdministrationLayout(): ReactNode {
  const { project: name } = route.useParams();
  const { data: project, error, refetch } = useQuery(projectQuery(name));
  const { data: summary } = useQuery({
    ...summaryQuery(project?.id ?? 0),
    enabled: project !== undefined && project !== null,
  });
  usePageContext(project === undefined || project === null ? undefined : { projectId: project.id });
  const title = t('admin.project');
  if (project === null) return <NoAccess title={name} asked={{ project: name }} />;
  if (summary?.may_administer === false) return <NoAccess title={title} projectId={project?.id} />;
  const params = { project: name };
  return (
    <Page
      title={title}
      crumbs={
        project === undefined ? [] : [{ label: project.label_without_icon, to: `/projects/${project.shortname}` }]
      }
    >
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {error === null && (project === undefined || summary === undefined) && <Loading lines={6} />}
      {project !== undefined && summary !== undefined && (
        <ProjectContext value={project}>
          <Tabs
            label={title}
            pages={[
              { link: { to: '/projects/$project/administration', params }, label: t('admin.details') },
              { link: { to: '/projects/$project/administration/members', params }, label: t('admin.members') },
              { link: { to: '/projects/$project/administration/groups', params }, label: t('admin.groups') },
              { link: { to: '/projects/$project/administration/rights', params }, label: t('admin.rightsTab') },
              { link: { to: '/projects/$project/administration/notifications', params }, label: t('admin.toldTab') },
              { link: { to: '/projects/$project/administration/services', params }, label: t('admin.services') },
              { link: { to: '/projects/$project/administration/planning', params }, label: t('plans.tab') },
              { link: { to: '/projects/$project/administration/labels', params }, label: t('admin.labels') },
              { link: { to: '/projects/$project/administration/references', params }, label: t('services.references') },
              { link: { to: '/projects/$project/administration/webhooks', params }, label: t('admin.webhooks') },
              { link: { to: '/projects/$project/administration/archive', params }, label: t('admin.archiveTab') },
              { link: { to: '/projects/$project/administration/history', params }, label: t('admin.history') },
            ]}
          />
          <Outlet />
        </ProjectContext>
      )}
    </Page>
  );
}
