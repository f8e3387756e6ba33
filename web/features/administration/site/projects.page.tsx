// Projects by status: those that wait are approved, others suspended, opened again, marked as deleted, erased.
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, settle } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/fields.tsx';
import { Notice } from '../../../ui/states.tsx';
import ui from '../../../ui/ui.module.css';
import { PrivacyBadge } from '../../projects/index.ts';
import css from '../administration.module.css';
import { FormDialog } from '../form-dialog.tsx';
import { pagedQuery } from '../paged.ts';
import { PagedTable } from '../paged-table.tsx';
import { useSending } from '../use-sending.ts';

const route = getRouteApi('/admin/projects');
type Project = Schemas['Project'];

export const projectStates = ['pending', 'active', 'suspended', 'deleted'] as const;
export type ProjectState = (typeof projectStates)[number];

const projectsQuery = (status: ProjectState) =>
  pagedQuery<Project>(['/projects', 'by status', status], (page, signal) =>
    api.GET('/projects', { params: { query: { ...page, query: JSON.stringify({ with_status: status }) } }, signal }),
  );

/** Asks before a project is marked as deleted, or erased where it is. */
function EndProject(props: { project: Project; isErasing: boolean; onClose(): void }): ReactNode {
  const { project, isErasing, onClose } = props;
  const { send, isSending, problem } = useSending(['/projects'], ['/erased_projects']);
  const end = (): Promise<boolean> => {
    const query = isErasing ? { erase: true } : {};
    return send(
      () => settle(api.DELETE('/projects/{id}', { params: { path: { id: project.id }, query } })),
      t(isErasing ? 'admin.erasedNow' : 'admin.deletedNow', { name: project.label }),
    );
  };
  const action = t(isErasing ? 'admin.erase' : 'admin.delete');
  return (
    <FormDialog
      title={t('admin.sure', { action, name: project.label })}
      {...{ action, isSending, problem, onClose }}
      isDangerous
      send={end}
    >
      <p>{t(isErasing ? 'admin.eraseText' : 'admin.deleteProjectText')}</p>
    </FormDialog>
  );
}

export function ProjectsPage(): ReactNode {
  const { status = 'pending' } = route.useSearch();
  const navigate = route.useNavigate();
  const [leaving, setLeaving] = useState<Project>();
  const { send, isSending, problem } = useSending(['/projects']);
  const change = (project: Project, to: 'active' | 'suspended'): void =>
    void send(() =>
      settle(api.PATCH('/projects/{id}', { params: { path: { id: project.id } }, body: { status: to } })),
    );
  return (
    <>
      <div className={css.filters}>
        <Select
          label={t('admin.status')}
          choices={projectStates.map((id) => ({ id, label: t(`admin.projectStatus.${id}`) }))}
          value={status}
          onChange={(id) => {
            const wanted = projectStates.find((one) => one === id);
            if (wanted !== undefined) void navigate({ search: { status: wanted }, replace: true });
          }}
        />
      </div>
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <PagedTable
        label={t('admin.projects')}
        query={projectsQuery(status)}
        heads={[t('admin.name'), t('admin.shortName'), t('admin.sight'), t('admin.actions')]}
        keyOf={({ id }) => id}
        cells={(project) => [
          <Link key="name" to="/projects/$project" params={{ project: project.shortname }}>
            {project.label}
          </Link>,
          project.shortname,
          <PrivacyBadge key="access" access={project.access} />,
          <span key="actions" className={ui.row}>
            {status !== 'active' && (
              <Button isDisabled={isSending} onPress={() => change(project, 'active')}>
                {t(status === 'pending' ? 'admin.approve' : 'admin.reopen')}
              </Button>
            )}
            {(status === 'active' || status === 'pending') && (
              <Button isDisabled={isSending} onPress={() => change(project, 'suspended')}>
                {t('admin.suspend')}
              </Button>
            )}
            {status !== 'pending' && (
              <Button tone="danger" isDisabled={isSending} onPress={() => setLeaving(project)}>
                {t(status === 'deleted' ? 'admin.erase' : 'admin.delete')}
              </Button>
            )}
          </span>,
        ]}
      />
      {leaving !== undefined && (
        <EndProject project={leaving} isErasing={status === 'deleted'} onClose={() => setLeaving(undefined)} />
      )}
    </>
  );
}
