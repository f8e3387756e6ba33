// Settings of a repository, for administrators of its project.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api, isRefusedWith, settle } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Notice } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import { projectQuery } from '../../projects/index.ts';
import { RepositoryPage } from '../repository-page.tsx';
import type { Repository } from '../source-control.queries.ts';
import { BuildsPart } from './builds-part.tsx';
import { DeletePart } from './delete-part.tsx';
import { GeneralPart } from './general-part.tsx';
import { MergingPart } from './merging-part.tsx';
import { RightsPart } from './rights-part.tsx';
import { permissionsQuery } from './settings.queries.ts';
import { Link } from '../../../ui/link.tsx';

const route = getRouteApi('/repositories/$id/settings');

function Content({ repository }: { repository: Repository }): ReactNode {
  const projectName = repository.path.split('/', 1)[0] ?? '';
  const { data: project } = useQuery(projectQuery(projectName));
  const { error } = useQuery(permissionsQuery(repository.id));
  const navigate = route.useNavigate();
  const queryClient = useQueryClient();
  const remove = async (): Promise<void> => {
    await settle(api.DELETE('/git/{id}', { params: { path: { id: repository.id } } }));
    // Nothing of it is read again, so what was known of it goes once this page is left.
    await navigate({ to: '/projects/$project/repositories', params: { project: projectName } });
    queryClient.removeQueries({ queryKey: ['code', repository.id] });
    await queryClient.invalidateQueries({ queryKey: ['code'] });
  };
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
      <BuildsPart id={repository.id} />
      <DeletePart name={repository.name} hint={t('repo.deleteHint')} remove={remove} />
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
