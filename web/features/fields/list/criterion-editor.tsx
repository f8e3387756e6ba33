// Values of a list to choose from, found by words.
import type { ReactNode } from 'react';
import { Autocomplete, Input, ListBox, ListBoxItem, SearchField, useFilter } from 'react-aria-components';
import { t } from '../../../platform/i18n.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import list from '../../../ui/pickers/marked-list.module.css';
import ui from '../../../ui/ui.module.css';
import { noneValue, selfValue } from '../criterion.ts';
import type { CriterionProps } from '../criterion.ts';
import { choicesOf } from './field-choices.ts';

function ChosenValues({ field, comparison, onChange, isActor }: CriterionProps & { isActor: boolean }): ReactNode {
  const { contains } = useFilter({ sensitivity: 'base' });
  const isPeople = isActor || field.bindings.type === 'users';
  const choices = [
    ...(isPeople ? [{ key: selfValue, label: t('trackers.myself'), colour: undefined, picture: undefined }] : []),
    ...(isActor ? [] : [{ key: noneValue, label: t('trackers.none'), colour: undefined, picture: undefined }]),
    ...choicesOf(field),
  ];
  // A list box takes no empty key.
  const idOf = (key: string): string => `=${key}`;
  return (
    <Autocomplete filter={contains}>
      <SearchField aria-label={t('trackers.findValue')} autoFocus>
        <Input dir="auto" className={ui.input} placeholder={t('trackers.findValue')} />
      </SearchField>
      <ListBox
        aria-label={field.label}
        className={list.choices}
        selectionMode="multiple"
        escapeKeyBehavior="none"
        selectedKeys={comparison.values.map(idOf)}
        onSelectionChange={(keys) => {
          const chosen = keys === 'all' ? choices.map(({ key }) => key) : [...keys].map((key) => String(key).slice(1));
          onChange({ ...comparison, values: chosen });
        }}
      >
        {choices.map(({ key, label, colour, picture }) => (
          <ListBoxItem key={idOf(key)} id={idOf(key)} textValue={label} className={`${ui.option} ${list.choice}`}>
            {colour !== undefined && <span className={ui.dot} data-colour={colour} />}
            {picture !== undefined && <Avatar person={{ avatar_url: picture, display_name: label }} size={18} />}
            <span>{label}</span>
          </ListBoxItem>
        ))}
      </ListBox>
    </Autocomplete>
  );
}

export const ChoiceCriterion = (props: CriterionProps): ReactNode => <ChosenValues {...props} isActor={false} />;

export const ActorCriterion = (props: CriterionProps): ReactNode => <ChosenValues {...props} isActor />;
