// Projects by status and name: those that wait are approved, others suspended, opened again, marked as deleted, erased.
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, settle } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Select, TextField } from '../../../ui/forms/fields.tsx';
import { Notice } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import { useSettled } from '../../../ui/forms/use-settled.ts';
import { PrivacyBadge } from '../../projects/index.ts';
import css from '../administration.module.css';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';
import { pagedQuery } from '../paged.ts';
import { PendingProjects } from '../pending-projects.tsx';
import { PagedTable } from '../paged-table.tsx';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { Link } from '../../../ui/link.tsx';

const route = getRouteApi('/admin/projects');
type Project = Schemas['Project'];

export const projectStates = ['active', 'pending', 'suspended', 'deleted'] as const;
export type ProjectState = (typeof projectStates)[number];

const projectsQuery = (status: ProjectState, words: string) =>
  pagedQuery<Project>(['/projects', 'by status', status, words], (page, signal) => {
    const query = { ...page, query: JSON.stringify({ with_status: status }), ...(words === '' ? {} : { words }) };
    return api.GET('/projects', { params: { query }, signal });
  });

/** Sets the status, also of a project that is marked as deleted. */
const setStatus = (project: Project, to: 'active' | 'suspended'): Promise<void> => {
  const params = { path: { id: project.id } };
  return settle(
    project.status === 'deleted'
      ? api.POST('/projects/{id}/restoration', { params })
      : api.PATCH('/projects/{id}', { params, body: { status: to } }),
  );
};

const remove = (project: Project, erase: boolean): Promise<void> =>
  settle(api.DELETE('/projects/{id}', { params: { path: { id: project.id }, query: erase ? { erase } : {} } }));

/** What is asked about before it is done. */
const ends = {
  suspend: {
    action: 'admin.suspend',
    text: 'admin.suspendProjectText',
    done: 'admin.suspendedNow',
    run: (project: Project) => setStatus(project, 'suspended'),
  },
  delete: {
    action: 'admin.delete',
    text: 'admin.deleteProjectText',
    done: 'admin.deletedNow',
    run: (project: Project) => remove(project, false),
  },
  erase: {
    action: 'admin.erase',
    text: 'admin.eraseText',
    done: 'admin.erasedNow',
    run: (project: Project) => remove(project, true),
  },
} as const;
type End = keyof typeof ends;

/** Which of them there are for projects of a status. */
const endsOf: Readonly<Record<ProjectState, readonly End[]>> = {
  pending: [],
  active: ['suspend', 'delete'],
  suspended: ['delete'],
  deleted: ['erase'],
};

function EndProject({ project, end, onClose }: { project: Project; end: End; onClose(): void }): ReactNode {
  const { run, text, done } = ends[end];
  const action = t(ends[end].action);
  return (
    <FormDialog
      title={t('admin.sure', { action, name: project.label })}
      invalidates={[['/projects'], ['/erased_projects']]}
      {...{ action, onClose }}
      isDangerous
      toast={t(done, { name: project.label })}
      send={() => run(project)}
    >
      <p>{t(text)}</p>
    </FormDialog>
  );
}

export function ProjectsPage(): ReactNode {
  const { status = 'active' } = route.useSearch();
  const navigate = route.useNavigate();
  const [words, setWords] = useState('');
  const settled = useSettled(words.trim(), 200);
  const [asked, setAsked] = useState<{ project: Project; end: End }>();
  const { submit, isSending, problem } = useSubmit({ invalidates: [['/projects']] });
  return (
    <>
      <div className={css.filters}>
        <TextField label={t('admin.findProject')} value={words} onChange={setWords} />
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
      {status === 'pending' ? (
        <PendingProjects words={settled} />
      ) : (
        <PagedTable
          label={t('admin.projects')}
          query={projectsQuery(status, settled)}
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
                <Button
                  isDisabled={isSending}
                  onPress={() =>
                    void submit(() => setStatus(project, 'active'), t('admin.activeNow', { name: project.label }))
                  }
                >
                  {t('admin.reopen')}
                </Button>
              )}
              {endsOf[status].map((end) => (
                <Button
                  key={end}
                  tone={end === 'suspend' ? undefined : 'danger'}
                  isDisabled={isSending}
                  onPress={() => setAsked({ project, end })}
                >
                  {t(ends[end].action)}
                </Button>
              ))}
            </span>,
          ]}
        />
      )}
      {asked !== undefined && <EndProject {...asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}
