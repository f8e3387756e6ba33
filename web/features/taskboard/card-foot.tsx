// What can be changed on a card of a taskboard: what remains of it, and who works on it.
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { NumberInPlace } from '../../ui/forms/number-in-place.tsx';
import { AssignMenu } from './assign-menu.tsx';
import { titleOf } from './row-head.tsx';
import { saveRemaining } from './taskboard.queries.ts';
import type { Assigning, PlacedCard } from './taskboard-cards.ts';

const Remaining = ({ card, onSave }: { card: PlacedCard; onSave(value: number): Promise<void> }): ReactNode => {
  const title = titleOf(card);
  const effort = card.remaining_effort;
  return (
    <NumberInPlace
      names={{
        shown: (value) => t('taskboard.remainingIs', { value }),
        change: (value) => t('taskboard.remainingOf', { title, value }),
        field: t('taskboard.remaining'),
        refused: (why) => t('taskboard.remainingRefused', { title, why }),
      }}
      value={effort?.value ?? null}
      onSave={effort?.can_update === true ? onSave : undefined}
    />
  );
};

export const CardFoot = ({
  card,
  assigning,
  readAgain,
}: {
  card: PlacedCard;
  assigning: Assigning | undefined;
  readAgain(): Promise<void>;
}): ReactNode => (
  <>
    {card.remaining_effort !== null && (
      <Remaining
        card={card}
        onSave={async (value) => {
          await saveRemaining(card.id, value);
          await readAgain();
        }}
      />
    )}
    {assigning !== undefined && <AssignMenu card={card} assigning={assigning} readAgain={readAgain} />}
  </>
);
