// Repositories of a project, by folders of their names.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Copy, GitPullRequest } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, settle, take } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { nameGroup } from '../../platform/names/group-names.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { NoAccess } from '../../ui/no-access/no-access.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { TextField } from '../../ui/forms/fields.tsx';
import { ErrorState, Loading } from '../../ui/feedback/async-states.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { When } from '../../ui/dates/when.tsx';
import ui from '../../ui/ui.module.css';
import { projectQuery } from '../projects/index.ts';
import { deletedQuery } from './settings/settings.queries.ts';
import { RepositoryList } from './repository-list.tsx';
import { descriptionOf, repositoriesQuery } from './source-control.queries.ts';
import type { Repository } from './source-control.queries.ts';
import { useAdministers } from './use-administers.ts';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';

const route = getRouteApi('/projects/$project/repositories');

/** Who may read it; administrators of the project always may. */
const readersOf = ({ permissions }: Repository): string => {
  const groups = permissions?.read ?? [];
  return groups.length === 0 ? t('code.onlyAdministrators') : groups.map(nameGroup).join(', ');
};

/** Copies an address to clone from, by HTTP or SSH as far as the site offers them. */
function Addresses({ repository }: { repository: Repository }): ReactNode {
  const { name, clone_http_url: http, clone_ssh_url: ssh } = repository;
  const ways = [
    ['HTTP', http],
    ['SSH', ssh],
  ] as const;
  return ways.map(
    ([way, address]) =>
      address && (
        <Button
          key={way}
          tone="quiet"
          aria-label={t('code.copyAddress', { way, name })}
          onPress={() => void copyText(address, t('code.copied'))}
        >
          <Copy aria-hidden="true" /> {way}
        </Button>
      ),
  );
}

/** Leads to the pull requests that are open, where there are some. */
function OpenRequests({
  repository: { id, name, additional_information: more },
}: {
  repository: Repository;
}): ReactNode {
  if (Array.isArray(more)) return null;
  const count = more.opened_pull_requests;
  return (
    <ButtonLink
      tone="quiet"
      to="/repositories/$id/pull-requests"
      params={{ id: String(id) }}
      aria-label={t('code.openRequests', { count, name })}
    >
      <GitPullRequest aria-hidden="true" /> {count}
    </ButtonLink>
  );
}

function List({ projectId }: { projectId: number }): ReactNode {
  return (
    <RepositoryList
      label={t('code.repositories')}
      list={useQuery(repositoriesQuery(projectId))}
      rowOf={(repository) => ({
        key: repository.id,
        to: `/repositories/${repository.id}`,
        title: repository.name,
        more: descriptionOf(repository) || undefined,
        status: { label: readersOf(repository), colour: null },
        when: repository.last_update_date,
        actions: (
          <>
            <OpenRequests repository={repository} />
            <Addresses repository={repository} />
          </>
        ),
      })}
    />
  );
}

function NewRepository({ projectId, onClose }: { projectId: number; onClose(): void }): ReactNode {
  const navigate = route.useNavigate();
  const [repository, setRepository] = useState('');
  const [description, setDescription] = useState('');
  const make = async (): Promise<void> => {
    const body = { project_id: projectId, name: repository.trim(), description };
    const made = await take(api.POST('/git', { body }));
    await navigate({ to: '/repositories/$id', params: { id: String(made.id) } });
  };
  return (
    <FormDialog
      title={t('code.newRepository')}
      action={t('code.newRepository')}
      isHeld
      isReady={repository.trim() !== ''}
      invalidates={[['code', 'of', projectId]]}
      toast=""
      onClose={onClose}
      send={make}
    >
      <TextField label={t('code.repositoryName')} value={repository} onChange={setRepository} isRequired autoFocus />
      <TextField label={t('code.repositoryDescription')} value={description} onChange={setDescription} rows={2} />
    </FormDialog>
  );
}

/** Those that can be had again. */
function Deleted({ projectId }: { projectId: number }): ReactNode {
  const { submit } = useSubmit({ invalidates: [['code']], errors: 'toast' });
  const { data = [] } = useQuery(deletedQuery(projectId));
  if (data.length === 0) return null;
  const restore = (id: number): Promise<boolean> =>
    submit(() => settle(api.POST('/git/{id}/restore', { params: { path: { id } }, body: {} })));
  return (
    <section aria-label={t('code.deleted')}>
      <h2>{t('code.deleted')}</h2>
      <ul className={ui.stack}>
        {data.map(({ id, name, purge_date: until }) => (
          <li key={id} className={ui.row}>
            <span>{name}</span>
            <span className={`${ui.faint} ${ui.small}`}>
              {t('code.goneFor')} <When iso={until} isAbsolute />
            </span>
            <Button onPress={() => void restore(id)}>{t('code.restore')}</Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function RepositoriesPage(): ReactNode {
  const { project: name } = route.useParams();
  const { data: project, error, refetch } = useQuery(projectQuery(name));
  usePageContext(project === undefined || project === null ? undefined : { projectId: project.id });
  const { administers } = useAdministers(project?.id);
  const [isMaking, setMaking] = useState(false);
  if (project === null) return <NoAccess title={name} asked={{ project: name }} />;
  return (
    <Page
      title={t('code.repositories')}
      actions={
        administers && (
          <>
            <ButtonLink to="/projects/$project/repositories/merging" params={{ project: name }}>
              {t('code.merging')}
            </ButtonLink>
            <Button tone="primary" onPress={() => setMaking(true)}>
              {t('code.newRepository')}
            </Button>
          </>
        )
      }
      crumbs={[{ label: project?.label ?? name, to: `/projects/${project?.shortname ?? name}` }]}
    >
      {isMaking && project !== undefined && <NewRepository projectId={project.id} onClose={() => setMaking(false)} />}
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {project === undefined ? error === null && <Loading /> : <List projectId={project.id} />}
      {administers && project !== undefined && <Deleted projectId={project.id} />}
    </Page>
  );
}
