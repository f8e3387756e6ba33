// The end of a milestone: what it becomes, and where what is not done goes.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/forms/fields.tsx';
import { Dialog } from '../../ui/overlays/overlays.tsx';
import { Loading, Notice } from '../../ui/feedback/async-states.tsx';
import ui from '../../ui/ui.module.css';
import { trackerQuery } from '../trackers/index.ts';
import { backlogId, closedValues, fieldOf } from './plan.ts';
import type { Item, Milestone } from './plan.ts';
import { closeMilestone } from './planning.queries.ts';
import { useSubmit } from '../../ui/forms/use-submit.ts';

interface Props {
  milestone: Milestone;
  items: readonly Item[];
  /** Open ones beside it. */
  others: readonly Milestone[];
  onClosed(): Promise<void>;
  onClose(): void;
}

const stayId = 'stay';

export function CloseMilestone({ milestone, items, others, onClosed, onClose }: Props): ReactNode {
  const { data: tracker } = useQuery(trackerQuery(milestone.artifact.tracker.id));
  const open = items.filter(({ status }) => status === 'Open');
  const [goal, setGoal] = useState(backlogId);
  const [chosen, setChosen] = useState<string>();
  const { submit, isSending, problem } = useSubmit();
  const statuses = tracker === undefined ? [] : closedValues(tracker);
  const status = chosen ?? (statuses[0] === undefined ? undefined : String(statuses[0].id));
  const field = tracker === undefined ? undefined : fieldOf(tracker, 'status');
  const close = async (): Promise<void> => {
    if (status === undefined) return;
    const other = goal === backlogId || goal === stayId ? undefined : Number(goal);
    await closeMilestone(milestone.id, {
      status_value_id: Number(status),
      open_items: other === undefined ? (goal === stayId ? 'keep' : 'backlog') : 'milestone',
      ...(other === undefined ? {} : { milestone_id: other }),
    });
    await onClosed();
    onClose();
  };
  return (
    <Dialog title={t('planning.closeTitle', { name: milestone.label })} isOpen onClose={onClose}>
      {tracker === undefined ? (
        <Loading />
      ) : (
        <>
          <p>{t('planning.closeText', { count: items.length - open.length, open: open.length })}</p>
          {open.length > 0 && (
            <Select
              label={t('planning.openGo')}
              value={goal}
              onChange={setGoal}
              choices={[
                { id: backlogId, label: t('planning.toBacklog') },
                ...others.map(({ id, label }) => ({ id: String(id), label })),
                { id: stayId, label: t('planning.stay', { name: milestone.label }) },
              ]}
            />
          )}
          {statuses.length > 1 && (
            <Select
              label={field?.label ?? ''}
              value={status}
              onChange={setChosen}
              choices={statuses.map(({ id, label }) => ({ id: String(id), label }))}
            />
          )}
          {status === undefined && <Notice kind="warning">{t('planning.noClosed')}</Notice>}
          {problem !== undefined && <Notice kind="error">{problem}</Notice>}
          <div className={ui.actions}>
            <Button onPress={onClose}>{t('ui.cancel')}</Button>
            <Button tone="primary" isDisabled={isSending || status === undefined} onPress={() => void submit(close)}>
              {t('planning.close')}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}
