// Lets a site administrator open a project that waits for one, where they asked for it themselves.
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api, settle } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { useSelf } from '../../platform/session.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/async-states.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';

/** Leads to the project; nothing for who is no site administrator. */
export function ApproveButton({ id, shortname }: { id: number; shortname: string }): ReactNode {
  const self = useSelf();
  const navigate = useNavigate();
  const { submit, isSending, problem } = useSubmit({ invalidates: [['/projects']] });
  const approve = async (): Promise<void> => {
    const isOpen = await submit(() =>
      settle(api.POST('/projects/{id}/verdict', { params: { path: { id } }, body: { is_approved: true } })),
    );
    if (isOpen) await navigate({ to: '/projects/$project', params: { project: shortname } });
  };
  if (self?.is_site_admin !== true) return null;
  return (
    <>
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <Button tone="primary" isDisabled={isSending} onPress={() => void approve()}>
        {t('projects.approveNow')}
      </Button>
    </>
  );
}
