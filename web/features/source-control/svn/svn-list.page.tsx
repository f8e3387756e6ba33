// Subversion repositories of a project.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, take } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { usePageContext } from '../../../platform/page-context.ts';
import { Button } from '../../../ui/button.tsx';
import { NoAccess } from '../../../ui/no-access/no-access.tsx';
import { Checkbox, TextField } from '../../../ui/forms/fields.tsx';
import { ErrorState, Loading } from '../../../ui/feedback/async-states.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { projectQuery } from '../../projects/index.ts';
import { RepositoryList } from '../repository-list.tsx';
import { useAdministers } from '../use-administers.ts';
import { svnRepositoriesQuery } from './svn.queries.ts';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';

const route = getRouteApi('/projects/$project/subversion');
const usualFolders = ['/trunk', '/branches', '/tags'];

function List({ projectId }: { projectId: number }): ReactNode {
  return (
    <RepositoryList
      label={t('svn.repositories')}
      list={useQuery(svnRepositoriesQuery(projectId))}
      rowOf={({ id, name }) => ({ key: id, to: `/subversion/${id}`, title: name })}
    />
  );
}

function NewRepository({ projectId, onClose }: { projectId: number; onClose(): void }): ReactNode {
  const navigate = route.useNavigate();
  const [name, setName] = useState('');
  const [hasFolders, setFolders] = useState(true);
  const make = async (): Promise<void> => {
    const settings = hasFolders ? { layout: usualFolders } : {};
    const made = await take(api.POST('/svn', { body: { project_id: projectId, name: name.trim(), settings } }));
    await navigate({ to: '/subversion/$id', params: { id: String(made.id) } });
  };
  return (
    <FormDialog
      title={t('code.newRepository')}
      action={t('code.newRepository')}
      isHeld
      isReady={name.trim() !== ''}
      invalidates={[['svn', 'of', projectId]]}
      toast=""
      onClose={onClose}
      send={make}
    >
      <TextField label={t('svn.name')} value={name} onChange={setName} isRequired autoFocus />
      <Checkbox isSelected={hasFolders} onChange={setFolders}>
        {t('svn.usualFolders')}
      </Checkbox>
    </FormDialog>
  );
}

export function SvnListPage(): ReactNode {
  const { project: name } = route.useParams();
  const { data: project, error, refetch } = useQuery(projectQuery(name));
  usePageContext(project === undefined || project === null ? undefined : { projectId: project.id });
  const { administers } = useAdministers(project?.id);
  const [isMaking, setMaking] = useState(false);
  if (project === null) return <NoAccess title={name} />;
  return (
    <Page
      title={t('svn.repositories')}
      actions={
        administers && (
          <Button tone="primary" onPress={() => setMaking(true)}>
            {t('code.newRepository')}
          </Button>
        )
      }
      crumbs={[{ label: project?.label ?? name, to: `/projects/${project?.shortname ?? name}` }]}
    >
      {isMaking && project !== undefined && <NewRepository projectId={project.id} onClose={() => setMaking(false)} />}
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {project === undefined ? error === null && <Loading /> : <List projectId={project.id} />}
    </Page>
  );
}
