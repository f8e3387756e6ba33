// Backups of the site, and projects that were erased and can come back.
import type { ReactNode } from 'react';
import { useState } from 'react';
import { api, take } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/feedback/async-states.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { When } from '../../../ui/dates/when.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../administration.module.css';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';
import { formatBytes } from '../../../ui/files/format-bytes.ts';
import { pagedQuery } from '../paged.ts';
import { PagedTable } from '../paged-table.tsx';
import { isGoing, untilOver, WorkNote, WorkState } from '../undertakings.tsx';
import { useSubmit } from '../../../ui/forms/use-submit.ts';

type Backup = Schemas['Undertaking'];
type Erased = Schemas['ErasedProject'];

const backupsQuery = untilOver(
  pagedQuery<Backup>(['/backups'], (query, signal) => api.GET('/backups', { params: { query }, signal })),
  (backup) => backup,
);
const erasedQuery = untilOver(
  pagedQuery<Erased>(['/erased_projects'], (query, signal) =>
    api.GET('/erased_projects', { params: { query }, signal }),
  ),
  ({ restoration }) => restoration,
);

function Backups(): ReactNode {
  const { submit, isSending, problem } = useSubmit({ invalidates: [['/backups']] });
  return (
    <section className={ui.stack} aria-label={t('admin.backups')}>
      <div className={css.head}>
        <h2>{t('admin.backups')}</h2>
        <Button
          tone="primary"
          isDisabled={isSending}
          onPress={() => void submit(() => take(api.POST('/backups')), t('admin.backupStarted'))}
        >
          {t('admin.startBackup')}
        </Button>
      </div>
      <p className={ui.soft}>{t('admin.backupsText')}</p>
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <PagedTable
        label={t('admin.backups')}
        nothing={t('admin.noBackup')}
        query={backupsQuery}
        heads={[t('admin.when'), t('admin.status'), t('admin.place'), t('admin.size'), t('admin.details')]}
        keyOf={({ id }) => id}
        cells={(backup) => [
          <When key="when" iso={backup.created_on} isAbsolute />,
          <span key="state" className={ui.row}>
            <WorkState work={backup} />
            {backup.status === 'done' && <Badge>{t('admin.verified')}</Badge>}
          </span>,
          <code key="path" className={css.details}>
            {backup.machine === '' ? backup.subject : `${backup.machine}: ${backup.path}`}
          </code>,
          backup.size_bytes === null ? '–' : formatBytes(backup.size_bytes),
          <WorkNote key="note" work={backup} />,
        ]}
      />
    </section>
  );
}

function ErasedProjects(): ReactNode {
  const [wanted, setWanted] = useState<Erased>();
  const { submit, isSending, problem } = useSubmit({ invalidates: [['/erased_projects'], ['/projects']] });
  const restore = (id: number): Promise<boolean> =>
    submit(
      () => take(api.POST('/erased_projects/{id}/restorations', { params: { path: { id } } })),
      t('admin.restoring'),
    );
  return (
    <section className={ui.stack} aria-label={t('admin.erased')}>
      <h2>{t('admin.erased')}</h2>
      <p className={ui.soft}>{t('admin.erasedText')}</p>
      <PagedTable
        label={t('admin.erased')}
        nothing={t('admin.noErased')}
        query={erasedQuery}
        heads={[
          t('admin.shortName'),
          t('admin.erasedOn'),
          t('admin.archive'),
          t('admin.restoration'),
          t('admin.actions'),
        ]}
        keyOf={({ id }) => id}
        cells={(erased) => [
          erased.shortname,
          <When key="when" iso={erased.erased_on} isAbsolute />,
          <code key="path" className={css.details}>
            {erased.archive}
          </code>,
          erased.restoration === null ? (
            '–'
          ) : (
            <span key="restoration" className={ui.stack}>
              <WorkState work={erased.restoration} />
              <WorkNote work={erased.restoration} />
            </span>
          ),
          erased.restoration?.status === 'done' ? (
            '–'
          ) : erased.is_there ? (
            <Button
              key="restore"
              isDisabled={isSending || isGoing(erased.restoration)}
              onPress={() => setWanted(erased)}
            >
              {t('admin.restore')}
            </Button>
          ) : (
            <span key="gone" className={ui.soft}>
              {t('admin.archiveGone')}
            </span>
          ),
        ]}
      />
      {wanted !== undefined && (
        <FormDialog
          title={t('admin.sure', { action: t('admin.restore'), name: wanted.shortname })}
          action={t('admin.restore')}
          {...{ isSending, problem }}
          onClose={() => setWanted(undefined)}
          send={() => restore(wanted.id)}
        >
          <p>{t('admin.restoreText')}</p>
        </FormDialog>
      )}
    </section>
  );
}

export const BackupsPage = (): ReactNode => (
  <>
    <Backups />
    <ErasedProjects />
  </>
);
