// Projects that wait for approval: who asked for them and when; approved, or refused with a reason.
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, settle } from '../../platform/api.ts';
import type { Schemas } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/forms/fields.tsx';
import { Person } from '../../ui/avatar.tsx';
import { When } from '../../ui/dates/when.tsx';
import ui from '../../ui/ui.module.css';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { pagedQuery } from './paged.ts';
import { PagedTable } from './paged-table.tsx';
import { Link } from '../../ui/link.tsx';

type Request = Schemas['ProjectRequest'];

const requestsQuery = (words: string) =>
  pagedQuery<Request>(['/projects', 'requests', words], (page, signal) =>
    api.GET('/project_requests', { params: { query: { ...page, ...(words === '' ? {} : { words }) } }, signal }),
  );

function Decision({ asked, isApproved, onClose }: { asked: Request; isApproved: boolean; onClose(): void }): ReactNode {
  const [reason, setReason] = useState('');
  const { id, label: name } = asked.project;
  const action = t(isApproved ? 'admin.approve' : 'admin.refuse');
  const decide = (): Promise<void> => {
    const body = { is_approved: isApproved, reason: reason.trim() };
    return settle(api.POST('/projects/{id}/verdict', { params: { path: { id } }, body }));
  };
  return (
    <FormDialog
      title={t('admin.sure', { action, name })}
      invalidates={[['/projects']]}
      {...{ action, onClose }}
      isDangerous={!isApproved}
      isReady={isApproved || reason.trim() !== ''}
      toast={t(isApproved ? 'admin.activeNow' : 'admin.refusedNow', { name })}
      send={decide}
    >
      <p>{t(isApproved ? 'admin.approveText' : 'admin.refuseText')}</p>
      <TextField
        label={t(isApproved ? 'admin.verdictWords' : 'admin.verdictReason')}
        rows={3}
        maxLength={1000}
        isRequired={!isApproved}
        value={reason}
        onChange={setReason}
      />
    </FormDialog>
  );
}

export function PendingProjects({ words }: { words: string }): ReactNode {
  const [decision, setDecision] = useState<{ asked: Request; isApproved: boolean }>();
  return (
    <>
      <PagedTable
        label={t('admin.projects')}
        nothing={words === '' ? t('admin.noPending') : undefined}
        query={requestsQuery(words)}
        heads={[t('admin.name'), t('admin.shortName'), t('admin.askedBy'), t('admin.askedOn'), t('admin.actions')]}
        keyOf={({ project }) => project.id}
        cells={(asked) => [
          <div key="name">
            <Link to="/projects/$project" params={{ project: asked.project.shortname }}>
              {asked.project.label}
            </Link>
            {asked.description !== '' && <p className={`${ui.soft} ${ui.small}`}>{asked.description}</p>}
          </div>,
          asked.project.shortname,
          asked.asked_by === null ? '–' : <Person key="by" person={asked.asked_by} />,
          <When key="on" iso={asked.asked_at} />,
          <span key="actions" className={ui.row}>
            <Button onPress={() => setDecision({ asked, isApproved: true })}>{t('admin.approve')}</Button>
            <Button onPress={() => setDecision({ asked, isApproved: false })}>{t('admin.refuse')}</Button>
          </span>,
        ]}
      />
      {decision !== undefined && <Decision {...decision} onClose={() => setDecision(undefined)} />}
    </>
  );
}
