// Projects by status: those that wait are approved, others suspended and opened again.
import { getRouteApi, Link } from '@tanstack/react-router';
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

export function ProjectsPage(): ReactNode {
  const { status = 'pending' } = route.useSearch();
  const navigate = route.useNavigate();
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
            {(status === 'pending' || status === 'suspended') && (
              <Button isDisabled={isSending} onPress={() => change(project, 'active')}>
                {t(status === 'pending' ? 'admin.approve' : 'admin.reopen')}
              </Button>
            )}
            {(status === 'active' || status === 'pending') && (
              <Button tone="danger" isDisabled={isSending} onPress={() => change(project, 'suspended')}>
                {t('admin.suspend')}
              </Button>
            )}
          </span>,
        ]}
      />
    </>
  );
}
