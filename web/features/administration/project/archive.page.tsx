// The archive of a project, and its end.
import type { ReactNode } from 'react';
import { api, take } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { useSelf } from '../../../platform/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/feedback/async-states.tsx';
import { When } from '../../../ui/dates/when.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../administration.module.css';
import { formatBytes } from '../../../ui/files/format-bytes.ts';
import { pagedQuery } from '../paged.ts';
import { PagedTable } from '../paged-table.tsx';
import { untilOver, WorkNote, WorkState } from '../undertakings.tsx';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { useProject } from './project-administration.layout.tsx';
import { Link } from '../../../ui/link.tsx';

const exportsQuery = (id: number) =>
  untilOver(
    pagedQuery<Schemas['Undertaking']>(['/projects', id, 'exports'], (query, signal) =>
      api.GET('/projects/{id}/exports', { params: { path: { id }, query }, signal }),
    ),
    (work) => work,
  );

/** What happens when the project ends, and who ends it. */
function TheEnd(): ReactNode {
  const self = useSelf();
  return (
    <section className={`${ui.card} ${css.section}`} aria-label={t('admin.end')}>
      <h2>{t('admin.end')}</h2>
      <ol className={`${css.list} ${css.steps}`}>
        <li>{t('admin.end.suspended')}</li>
        <li>{t('admin.end.deleted')}</li>
        <li>{t('admin.end.erased')}</li>
      </ol>
      {self?.is_site_admin === true ? (
        <p>
          <Link to="/admin/projects" search={{ status: 'active' }}>
            {t('admin.end.go')}
          </Link>
        </p>
      ) : (
        <p className={ui.soft}>{t('admin.end.ask')}</p>
      )}
    </section>
  );
}

export function ArchivePage(): ReactNode {
  const { id } = useProject();
  const { submit, isSending, problem } = useSubmit({ invalidates: [['/projects', id, 'exports']] });
  return (
    <>
      <section className={ui.stack} aria-label={t('admin.archive')}>
        <div className={css.head}>
          <h2>{t('admin.archive')}</h2>
          <Button
            tone="primary"
            isDisabled={isSending}
            onPress={() =>
              void submit(
                () => take(api.POST('/projects/{id}/exports', { params: { path: { id } } })),
                t('admin.exportStarted'),
              )
            }
          >
            {t('admin.writeArchive')}
          </Button>
        </div>
        <p className={ui.soft}>{t('admin.archiveText')}</p>
        {problem !== undefined && <Notice kind="error">{problem}</Notice>}
        <PagedTable
          label={t('admin.archive')}
          nothing={t('admin.noArchive')}
          query={exportsQuery(id)}
          heads={[
            t('admin.when'),
            t('admin.who'),
            t('admin.status'),
            t('admin.size'),
            t('admin.details'),
            t('admin.file'),
          ]}
          keyOf={(work) => work.id}
          cells={(work) => [
            <When key="when" iso={work.created_on} isAbsolute />,
            work.user_name,
            <WorkState key="state" work={work} />,
            work.size_bytes === null ? '–' : formatBytes(work.size_bytes),
            <WorkNote key="note" work={work} />,
            work.status === 'done' && work.path !== '' ? (
              <Link key="file" href={`/api/project_exports/${work.id}/archive`} download>
                {work.path}
              </Link>
            ) : (
              '–'
            ),
          ]}
        />
      </section>
      <TheEnd />
    </>
  );
}
