// Settings of a repository, for administrators of its project.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, isRefusedWith, settle } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays.tsx';
import { describeError, Notice } from '../../../ui/states.tsx';
import ui from '../../../ui/ui.module.css';
import { projectQuery } from '../../projects/index.ts';
import { RepositoryPage } from '../repository-page.tsx';
import type { Repository } from '../source-control.queries.ts';
import { GeneralPart } from './general-part.tsx';
import { MergingPart } from './merging-part.tsx';
import { RightsPart } from './rights-part.tsx';
import { permissionsQuery } from './settings.queries.ts';
import css from './settings.module.css';

const route = getRouteApi('/repositories/$id/settings');

function DeletePart({ repository, projectName }: { repository: Repository; projectName: string }): ReactNode {
  const navigate = route.useNavigate();
  const [isAsking, setAsking] = useState(false);
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const remove = async (): Promise<void> => {
    setBusy(true);
    try {
      await settle(api.DELETE('/git/{id}', { params: { path: { id: repository.id } } }));
      // Nothing of it is read again, so what was known of it goes once this page is left.
      await navigate({ to: '/projects/$project/repositories', params: { project: projectName } });
      queryClient.removeQueries({ queryKey: ['code', repository.id] });
      await queryClient.invalidateQueries({ queryKey: ['code'] });
    } catch (error) {
      setProblem(describeError(error));
      setBusy(false);
    }
  };
  return (
    <section className={`${ui.card} ${css.part}`} aria-label={t('repo.delete')}>
      <h2>{t('repo.delete')}</h2>
      <p>{t('repo.deleteHint')}</p>
      <div>
        <Button tone="danger" onPress={() => setAsking(true)}>
          {t('repo.delete')}
        </Button>
      </div>
      {isAsking && (
        <Dialog title={t('repo.deleteOne', { name: repository.name })} isOpen onClose={() => setAsking(false)}>
          <p>{t('repo.deleteHint')}</p>
          {problem !== undefined && <Notice kind="error">{problem}</Notice>}
          <div className={ui.actions}>
            <Button onPress={() => setAsking(false)}>{t('admin.cancel')}</Button>
            <Button tone="danger" isDisabled={isBusy} onPress={() => void remove()}>
              {t('repo.delete')}
            </Button>
          </div>
        </Dialog>
      )}
    </section>
  );
}

function Content({ repository }: { repository: Repository }): ReactNode {
  const projectName = repository.path.split('/', 1)[0] ?? '';
  const { data: project } = useQuery(projectQuery(projectName));
  const { error } = useQuery(permissionsQuery(repository.id));
  if (isRefusedWith(error, 401, 403)) return <Notice>{t('repo.administrators')}</Notice>;
  return (
    <div className={ui.stack}>
      <GeneralPart key={repository.name} repository={repository} />
      <MergingPart
        place={{ kind: 'repository', id: repository.id }}
        more={
          <p>
            <Link to="/projects/$project/repositories/merging" params={{ project: projectName }}>
              {t('repo.projectMerging')}
            </Link>
          </p>
        }
      />
      {project !== undefined && project !== null && <RightsPart repository={repository} projectId={project.id} />}
      <DeletePart repository={repository} projectName={projectName} />
    </div>
  );
}

export function SettingsPage(): ReactNode {
  const { id } = route.useParams();
  return (
    <RepositoryPage id={id} title={t('code.settings')}>
      {(repository) => <Content repository={repository} />}
    </RepositoryPage>
  );
}
