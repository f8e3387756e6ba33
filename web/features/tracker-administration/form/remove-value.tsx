// Before a value of a list goes: what needs it, and that it can be hidden instead.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, takeTagged } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/overlays.tsx';
import { Loading } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import type { DraftField, DraftValue } from '../definition/definition-draft.ts';
import { useDefinition } from '../definition/use-definition.ts';
import { UseList } from './use-list.tsx';
import { listDraftUses } from './uses.ts';
import { fieldIs } from '../../fields/index.ts';

/** How many artifacts that the reader may see hold the value now. */
const holdersQuery = (trackerId: number, { id: fieldId, type }: DraftField, valueId: number) => ({
  queryKey: ['/trackers', trackerId, 'holders', fieldId, valueId],
  queryFn: async (): Promise<number> => {
    const query = {
      query: JSON.stringify({ [fieldId]: [fieldIs.openList({ type }) ? `b${valueId}` : valueId] }),
      values: 'none' as const,
      limit: 1,
    };
    const { data, size } = await takeTagged(
      api.GET('/trackers/{id}/artifacts', { params: { path: { id: trackerId }, query } }),
    );
    return size ?? data.length;
  },
  staleTime: 0,
});

interface Props {
  field: DraftField;
  value: DraftValue;
  onHide(): void;
  onRemove(): void;
  onClose(): void;
}

/** Of a value that is saved. */
export function RemoveValueDialog({ field, value, onHide, onRemove, onClose }: Props): ReactNode {
  const { tracker, draft } = useDefinition();
  const { data: holders, isPending } = useQuery(holdersQuery(tracker.id, field, value.id));
  const uses = listDraftUses(draft, { fieldId: field.id, valueId: value.id });
  const isHeld = holders !== undefined && holders > 0;
  const mayGo = !isHeld && uses.length === 0;
  return (
    <Dialog title={t('design.removeTitle', { label: value.label })} isOpen onClose={onClose}>
      {isPending ? (
        <Loading lines={2} />
      ) : (
        <p>{isHeld ? t('design.value.held', { count: holders }) : t('design.value.mayBeHeld')}</p>
      )}
      <UseList uses={uses} />
      <p>{t('design.value.hideText')}</p>
      <div className={ui.actions}>
        <Button onPress={onClose}>{t('ui.cancel')}</Button>
        {mayGo && (
          <Button tone="danger" isDisabled={isPending} onPress={onRemove}>
            {t('design.deleteForGood')}
          </Button>
        )}
        {!value.isHidden && (
          <Button tone="primary" autoFocus onPress={onHide}>
            {t('design.value.hide')}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
