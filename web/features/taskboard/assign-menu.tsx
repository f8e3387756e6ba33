// Who works on a card, chosen on it.
import { UserPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/overlays/overlays.tsx';
import { describeError } from '../../ui/feedback/async-states.tsx';
import { changeValues } from '../planning/index.ts';
import { titleOf } from './row-head.tsx';
import { withPerson } from './taskboard-cards.ts';
import type { Assigning, PlacedCard } from './taskboard-cards.ts';
import { useSubmit } from '../../ui/forms/use-submit.ts';

interface Props {
  card: PlacedCard;
  assigning: Assigning;
  readAgain(): Promise<void>;
}

export function AssignMenu({ card, assigning, readAgain }: Props): ReactNode {
  const { fieldId, people } = assigning;
  const title = titleOf(card);
  const label = t('taskboard.people', { title });
  const { submit } = useSubmit({
    errors: 'toast',
    explain: (error) => t('taskboard.peopleRefused', { title, why: describeError(error) }),
  });
  const has = (id: number): boolean => card.assignees.some((person) => person.id === id);
  const choose = async (id: number): Promise<void> => {
    await changeValues(card.id, [{ field_id: fieldId, bind_value_ids: withPerson(card, assigning, id) }]);
    await readAgain();
  };
  return (
    <Menu
      label={label}
      trigger={
        <Button tone="quiet" isIcon aria-label={label}>
          <UserPlus />
        </Button>
      }
      actions={people.map((person) => ({
        id: String(person.id),
        label: has(person.id) ? t('taskboard.without', { name: person.label }) : person.label,
        run: () => void submit(() => choose(person.id)),
      }))}
    />
  );
}
