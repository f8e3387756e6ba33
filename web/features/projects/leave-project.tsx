// Leaving a project, asked once more.
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, settle } from '../../platform/api.ts';
import type { Schemas } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { say } from '../../ui/feedback/toasts.tsx';
import { Dialog } from '../../ui/overlays/overlays.tsx';
import { Notice } from '../../ui/feedback/async-states.tsx';
import ui from '../../ui/ui.module.css';
import { useSubmit } from '../../ui/forms/use-submit.ts';

interface LeaveProps {
  project: Schemas['Project'];
  personId: number;
}

export function LeaveProject({ project, personId }: LeaveProps): ReactNode {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const { submit, isSending, problem, reset } = useSubmit();
  const { id, label_without_icon: name, access } = project;
  const isClosed = access === 'private' || access === 'private-wo-restr';
  const close = (): void => {
    setOpen(false);
    reset();
  };
  const leave = async (): Promise<void> => {
    await settle(api.DELETE('/projects/{id}/members/{user_id}', { params: { path: { id, user_id: personId } } }));
    say('success', t('leave.done', { project: name }));
    await navigate({ to: '/' });
    await queryClient.invalidateQueries();
  };
  return (
    <div>
      <Button tone="quiet" onPress={() => setOpen(true)}>
        {t('leave.open')}
      </Button>
      <Dialog title={t('leave.title', { project: name })} isOpen={isOpen} onClose={close}>
        <p>{t('leave.text')}</p>
        {isClosed && <p>{t('leave.closedText')}</p>}
        {problem !== undefined && <Notice kind="error">{problem}</Notice>}
        <div className={ui.actions}>
          <Button onPress={close} autoFocus>
            {t('ui.cancel')}
          </Button>
          <Button tone="danger" isDisabled={isSending} onPress={() => void submit(leave)}>
            {t('leave.now')}
          </Button>
        </div>
      </Dialog>
    </div>
  );
}
