// Deleting an artifact, asked once more, with how many one may still delete today.
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { positionInTrail } from '../../../platform/lists/list-trail.ts';
import { Button } from '../../../ui/button.tsx';
import { say } from '../../../ui/feedback/toasts.tsx';
import { Dialog } from '../../../ui/overlays/overlays.tsx';
import { Notice } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import { deleteArtifact } from './actions.queries.ts';
import { useSubmit } from '../../../ui/forms/use-submit.ts';

export function DeleteDialog({ artifact, onClose }: { artifact: Schemas['Artifact']; onClose(): void }): ReactNode {
  const { id, xref, title, tracker, allowed_actions: may } = artifact;
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { submit, isSending, problem } = useSubmit();
  const left = may?.deletions_left ?? 0;
  const remove = async (): Promise<void> => {
    const remaining = await deleteArtifact(id);
    say('success', t('actions.deleted', { artifact: xref, count: remaining }));
    await navigate({ href: positionInTrail(id)?.trail.address ?? `/trackers/${tracker.id}` });
    queryClient.removeQueries({ queryKey: ['/artifacts', id] });
  };
  return (
    <Dialog title={t('actions.deleteTitle', { artifact: xref })} isOpen onClose={onClose}>
      {title !== null && (
        <p>
          <b>{title}</b>
        </p>
      )}
      <p>{t('actions.deleteText')}</p>
      <p className={ui.soft}>{t('actions.deletionsLeft', { count: left })}</p>
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <div className={ui.actions}>
        <Button onPress={onClose} autoFocus>
          {t('ui.cancel')}
        </Button>
        <Button tone="danger" isDisabled={isSending || left === 0} onPress={() => void submit(remove)}>
          {t('actions.deleteNow')}
        </Button>
      </div>
    </Dialog>
  );
}
