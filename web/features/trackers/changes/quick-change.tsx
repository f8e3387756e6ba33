// One field of the current row, or of all that are chosen, by one key.
import type { ReactNode } from 'react';
import { ownPath } from '../../../platform/addresses.ts';
import { t } from '../../../platform/i18n.ts';
import { Dialog } from '../../../ui/overlays/overlays.tsx';
import { ChoiceList } from './choice-list.tsx';
import { choicesOf } from '../fields.ts';
import type { Field } from '../fields.ts';

interface Props {
  field: Field;
  count: number;
  onChoose(choice: number | undefined): void;
  onClose(): void;
}

const noneKey = 'none';

export const QuickChange = ({ field, count, onChoose, onClose }: Props): ReactNode => (
  <Dialog title={t('trackers.setField', { field: field.label, count })} isOpen onClose={onClose}>
    <ChoiceList
      label={field.label}
      choices={[
        ...choicesOf(field)
          .filter(({ isHidden }) => !isHidden)
          .map(({ id, label, colour, picture }) => ({
            id: String(id),
            label,
            colour,
            ...(picture === undefined ? {} : { picture: ownPath(picture) }),
          })),
        ...(field.required ? [] : [{ id: noneKey, label: t('trackers.none') }]),
      ]}
      onChoose={(id) => onChoose(id === noneKey ? undefined : Number(id))}
    />
  </Dialog>
);
