// What can be changed of the cards that are selected on a board, which all are of one tracker.
import { PencilLine, UserRound } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ownPath } from '../../../platform/addresses.ts';
import { t } from '../../../platform/i18n.ts';
import { useSelf } from '../../../platform/session.ts';
import { Button } from '../../../ui/button.tsx';
import { lazy } from '../../../ui/lazy.tsx';
import { fieldIs } from '../../fields/index.ts';
import { choicesOf, fieldOfMeaning, mayChange } from '../fields.ts';
import type { Field, Tracker } from '../fields.ts';
import { trackerQuery } from '../trackers.queries.ts';
import { ChoiceMenu } from './choice-menu.tsx';
import { changeableFields } from './mass-change.ts';
import { useManyChanges } from './use-many-changes.ts';

const MassChangePanel = lazy(async () => {
  const { MassChangePanel: Panel, preloadEditors } = await import('./mass-change-panel.tsx');
  await preloadEditors();
  return Panel;
});

interface Props {
  trackerId: number;
  chosen: readonly { id: number; title: string }[];
  /** Something was changed. */
  onDone(): void;
}

const nobody = 'nobody';

/** Gives all of them to one person. */
const Assign = ({ field, onChoose }: { field: Field; onChoose(person: number | undefined): void }): ReactNode => (
  <ChoiceMenu
    label={t('boards.assign')}
    choices={[
      ...choicesOf(field)
        .filter(({ isHidden }) => !isHidden)
        .map(({ id, label, picture }) => ({
          id: String(id),
          label,
          ...(picture === undefined ? {} : { picture: ownPath(picture) }),
        })),
      ...(field.required ? [] : [{ id: nobody, label: t('boards.nobody') }]),
    ]}
    onChoose={(id) => onChoose(id === nobody ? undefined : Number(id))}
    trigger={
      <Button>
        <UserRound aria-hidden="true" /> {t('boards.assign')}
      </Button>
    }
  />
);

function Changes({ tracker, chosen, onDone }: Omit<Props, 'trackerId'> & { tracker: Tracker }): ReactNode {
  const sender = useManyChanges(tracker);
  const [isChanging, setChanging] = useState(false);
  const ids = chosen.map(({ id }) => id);
  const assignee = fieldOfMeaning(tracker, 'contributor');
  return (
    <>
      {assignee !== undefined && mayChange(assignee) && fieldIs.list(assignee) && (
        <Assign field={assignee} onChoose={(person) => void sender.setAtOnce(assignee, person, ids).then(onDone)} />
      )}
      {changeableFields(tracker).length > 0 && (
        <Button onPress={() => setChanging(true)}>
          <PencilLine aria-hidden="true" /> {t('boards.change')}
        </Button>
      )}
      {isChanging && (
        <MassChangePanel
          tracker={tracker}
          ids={ids}
          seen={new Map(chosen.map((card) => [card.id, card]))}
          sender={sender}
          onClose={() => setChanging(false)}
          onDone={() => {
            setChanging(false);
            onDone();
          }}
        />
      )}
    </>
  );
}

export function ChangeSelected({ trackerId, ...props }: Props): ReactNode {
  const isKnown = useSelf() !== undefined;
  const { data: tracker } = useQuery({ ...trackerQuery(trackerId), enabled: isKnown });
  return tracker !== undefined && <Changes tracker={tracker} {...props} />;
}
