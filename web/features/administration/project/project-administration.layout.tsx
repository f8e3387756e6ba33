// The settings of a project: its pages at the side.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Outlet } from '@tanstack/react-router';
import { createContext, useContext } from 'react';
import type { ReactNode } from 'react';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { usePageContext } from '../../../platform/page-context.ts';
import { NoAccess } from '../../../ui/no-access/no-access.tsx';
import { ErrorState, Loading } from '../../../ui/feedback/async-states.tsx';
import { SidePages } from '../../../ui/layout/side-pages.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { projectQuery, summaryQuery } from '../../projects/index.ts';
import { listProjectPages } from '../settings-pages.ts';

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
          <SidePages
            label={title}
            pages={listProjectPages().map(({ to, ...page }) => ({ link: { to, params }, ...page }))}
          >
            <Outlet />
          </SidePages>
        </ProjectContext>
      )}
    </Page>
  );
}
