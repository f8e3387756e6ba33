// New values of lists that many artifacts get.
import type { ReactNode } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components';
import { ownPath } from '../../../platform/addresses.ts';
import { t } from '../../../platform/i18n.ts';
import { Select } from '../../../ui/forms/fields.tsx';
import list from '../../../ui/pickers/marked-list.module.css';
import ui from '../../../ui/ui.module.css';
import type { NewValueProps } from '../field-parts.ts';
import type { Field } from '../shapes.ts';
import { choicesOf } from './field-choices.ts';

const noneKey = 'none';

const offeredBy = (field: Field) =>
  choicesOf(field)
    .filter(({ isHidden }) => !isHidden)
    .map(({ id, label, colour, picture }) => ({
      id: String(id),
      label,
      colour,
      ...(picture === undefined ? {} : { picture: ownPath(picture) }),
    }));

export const NewChoice = ({ field, given, onGive }: NewValueProps): ReactNode => (
  <Select
    label={field.label}
    value={given[0] ?? noneKey}
    choices={[{ id: noneKey, label: t('trackers.none') }, ...offeredBy(field)]}
    onChange={(id) => onGive(id === noneKey ? [] : [id])}
  />
);

export function NewChoices({ field, given, onGive }: NewValueProps): ReactNode {
  const choices = offeredBy(field);
  return (
    <div className={ui.field}>
      <span className={ui.label}>{field.label}</span>
      <ListBox
        aria-label={field.label}
        className={list.choices}
        selectionMode="multiple"
        escapeKeyBehavior="none"
        selectedKeys={given}
        onSelectionChange={(keys) => onGive(keys === 'all' ? choices.map(({ id }) => id) : [...keys].map(String))}
      >
        {choices.map(({ id, label }) => (
          <ListBoxItem key={id} id={id} textValue={label} className={`${ui.option} ${list.choice}`}>
            {label}
          </ListBoxItem>
        ))}
      </ListBox>
    </div>
  );
}
