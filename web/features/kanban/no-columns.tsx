// A kanban whose tracker has no status, and so no columns: who administers the tracker gives it one here.
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { numberIn } from '../../platform/parse-unknown.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Empty } from '../../ui/feedback/async-states.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { trackerQuery } from '../trackers/index.ts';
import { addStatus } from './add-status.ts';
import type { Kanban } from './kanban.queries.ts';

export function NoColumns({ kanban }: { kanban: Kanban }): ReactNode {
  const { data: tracker } = useQuery(trackerQuery(kanban.tracker_id));
  const { submit, isSending } = useSubmit({
    invalidates: [
      ['/kanban', kanban.id],
      ['/trackers', kanban.tracker_id],
    ],
    toast: t('kanban.statusAdded'),
    errors: 'toast',
  });
  const mayAdminister = tracker !== undefined && tracker.permissions_for_groups !== null;
  if (!mayAdminister)
    return (
      <Empty title={t('kanban.noColumns')}>
        <p>{t('kanban.noColumnsAsk')}</p>
      </Empty>
    );
  const words = {
    label: t('kanban.status'),
    toDo: t('kanban.toDo'),
    doing: t('kanban.doing'),
    done: t('kanban.done'),
  };
  const hasStatus = numberIn(tracker.semantics['status'], 'field_id') !== undefined;
  return (
    <Empty title={t('kanban.noColumns')}>
      <p>{t(hasStatus ? 'kanban.noOpenText' : 'kanban.noColumnsText')}</p>
      <div>
        {hasStatus ? (
          <ButtonLink
            to="/trackers/$tracker/administration/semantics"
            params={{ tracker: String(tracker.id) }}
            tone="primary"
          >
            {t('kanban.chooseOpen')}
          </ButtonLink>
        ) : (
          <Button tone="primary" isDisabled={isSending} onPress={() => void submit(() => addStatus(tracker, words))}>
            <Plus aria-hidden="true" /> {t('kanban.addStatus')}
          </Button>
        )}
      </div>
    </Empty>
  );
}
