// Chooses a list of another tracker whose values are to be shared.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/overlays.tsx';
import { PickField } from '../../../ui/pickers/pickers.tsx';
import { ErrorState } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import { siblingsQuery } from '../definition/definition.queries.ts';
import type { ListOfTracker } from '../definition/definition.queries.ts';
import { useDefinition } from '../definition/use-definition.ts';

export function ShareDialog({
  onClose,
  onShare,
}: {
  onClose(): void;
  onShare(list: Pick<ListOfTracker, 'id' | 'label'>): void;
}): ReactNode {
  const { tracker } = useDefinition();
  const { data: siblings = [], error, isPending } = useQuery(siblingsQuery(tracker.project.id, tracker.id));
  const data = siblings.flatMap(({ label, lists }) =>
    lists.map((list) => ({ id: list.id, label: `${label}: ${list.label}` })),
  );
  const [id, setId] = useState<string>();
  const list = data.find((one) => String(one.id) === id);
  return (
    <Dialog title={t('design.share')} isOpen onClose={onClose}>
      <p className={ui.soft}>{t('design.shareText')}</p>
      {error !== null && <ErrorState error={error} />}
      <PickField
        label={t('design.shareList')}
        choices={data.map((one) => ({ id: String(one.id), label: one.label }))}
        value={id}
        onChange={setId}
        note={isPending ? t('ui.loading') : undefined}
        autoFocus
      />
      <div className={ui.actions}>
        <Button onPress={onClose}>{t('ui.cancel')}</Button>
        <Button tone="primary" isDisabled={list === undefined} onPress={() => list !== undefined && onShare(list)}>
          {t('design.addField')}
        </Button>
      </div>
    </Dialog>
  );
}
