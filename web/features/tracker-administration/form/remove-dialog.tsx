// Before an element goes: what needs it, and the choice between out of use and for good.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/overlays.tsx';
import { ErrorState, Loading } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import type { DraftField } from '../definition/definition-draft.ts';
import { usesQuery } from '../definition/definition.queries.ts';
import { remove, takeOutOfUse } from './layout-moves.ts';
import { useDefinition } from '../definition/use-definition.ts';
import { UseList } from './use-list.tsx';
import { listUsesAtSave } from './uses.ts';

interface Props {
  field: DraftField;
  isLayout: boolean;
  onClose(): void;
  onGone(): void;
}

export function RemoveDialog({ field, isLayout, onClose, onGone }: Props): ReactNode {
  const { base, draft, change } = useDefinition();
  const isNew = field.id < 0;
  const { data = [], error, isPending } = useQuery({ ...usesQuery(field.id), enabled: !isNew });
  const uses = listUsesAtSave(base, draft, data, { fieldId: field.id });
  const mayGo = uses.length === 0 && (isNew || (!isPending && error === null));
  const finish = (step: typeof remove): void => {
    change((draft) => step(draft, field.id));
    onClose();
    onGone();
  };
  return (
    <Dialog title={t('design.removeTitle', { label: field.label })} isOpen onClose={onClose}>
      {!isNew && isPending && <Loading lines={2} />}
      {error !== null && <ErrorState error={error} />}
      <UseList uses={uses} />
      {mayGo && <p>{t(isNew ? 'design.removeNew' : isLayout ? 'design.removeLayout' : 'design.removeText')}</p>}
      <div className={ui.actions}>
        <Button onPress={onClose}>{t('ui.cancel')}</Button>
        {mayGo && !isNew && field.isUsed && (
          <Button autoFocus onPress={() => finish(takeOutOfUse)}>
            {t('design.takeOut')}
          </Button>
        )}
        {mayGo && (
          <Button tone="danger" onPress={() => finish(remove)}>
            {t('design.deleteForGood')}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
