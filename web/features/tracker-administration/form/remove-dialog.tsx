// Before an element goes: what needs it, and the choice between out of use and for good.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays.tsx';
import { ErrorState, Loading } from '../../../ui/states.tsx';
import ui from '../../../ui/ui.module.css';
import type { DraftField } from '../definition-draft.ts';
import { usesQuery } from '../definition.queries.ts';
import { remove, takeOutOfUse } from '../layout-moves.ts';
import { describePart } from '../part-names.ts';
import { useDefinition } from '../use-definition.ts';

type Use = Schemas['FieldUse'];

function describeReminder(days: number): string {
  if (days === 0) return t('design.use.onDay');
  return days < 0 ? t('design.use.before', { count: -days }) : t('design.use.after', { count: days });
}

function describeUse({ kind, name, days }: Use): string {
  if (kind === 'reminder') return describeReminder(days ?? 0);
  if (kind === 'semantic') return describePart({ kind: 'semantics', key: name ?? '' });
  if (kind === 'workflow') return t('design.use.workflow');
  if (kind === 'transition') return t('design.use.transition');
  if (kind === 'rule') return t('design.use.rule');
  if (kind === 'trigger') return t('design.use.trigger');
  return t('design.use.shared');
}

interface Props {
  field: DraftField;
  isLayout: boolean;
  onClose(): void;
  onGone(): void;
}

export function RemoveDialog({ field, isLayout, onClose, onGone }: Props): ReactNode {
  const { change } = useDefinition();
  const isNew = field.id < 0;
  const { data = [], error, isPending } = useQuery({ ...usesQuery(field.id), enabled: !isNew });
  const finish = (step: typeof remove): void => {
    change((draft) => step(draft, field.id));
    onClose();
    onGone();
  };
  return (
    <Dialog title={t('design.removeTitle', { label: field.label })} isOpen onClose={onClose}>
      {!isNew && isPending && <Loading lines={2} />}
      {error !== null && <ErrorState error={error} />}
      {data.length > 0 && (
        <>
          <p>{t('design.neededBy')}</p>
          <ul>
            {data.map((use) => (
              <li key={`${use.kind} ${use.name ?? use.days ?? ''}`}>{describeUse(use)}</li>
            ))}
          </ul>
          <p className={`${ui.soft} ${ui.small}`}>{t('design.neededText')}</p>
        </>
      )}
      <p>{t(isNew ? 'design.removeNew' : isLayout ? 'design.removeLayout' : 'design.removeText')}</p>
      <div className={ui.actions}>
        <Button onPress={onClose}>{t('design.cancel')}</Button>
        {!isNew && field.isUsed && (
          <Button autoFocus onPress={() => finish(takeOutOfUse)}>
            {t('design.takeOut')}
          </Button>
        )}
        <Button tone="danger" onPress={() => finish(remove)}>
          {t('design.deleteForGood')}
        </Button>
      </div>
    </Dialog>
  );
}
