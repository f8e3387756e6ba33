// A list with a search, to choose one of many.
import type { ReactNode } from 'react';
import {
  Autocomplete,
  Dialog as AriaDialog,
  Input,
  Menu,
  MenuItem,
  Popover,
  SearchField,
  useFilter,
} from 'react-aria-components';
import { t } from '../../../platform/i18n.ts';
import type { Choice } from '../../../ui/forms/fields.tsx';
import type { Opened } from '../../../ui/overlays/opener.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import list from '../../../ui/pickers/marked-list.module.css';
import ui from '../../../ui/ui.module.css';
import css from '../report.module.css';

export interface Choices {
  label: string;
  choices: readonly Choice[];
  onChoose(id: string): void;
}

/** The list alone, for a popover or a dialog. */
export function ChoiceList({ label, choices, onChoose }: Choices): ReactNode {
  const { contains } = useFilter({ sensitivity: 'base' });
  return (
    <Autocomplete filter={contains}>
      <SearchField aria-label={label} autoFocus>
        <Input dir="auto" className={ui.input} placeholder={label} />
      </SearchField>
      <Menu
        aria-label={label}
        className={list.choices}
        onAction={(id) => onChoose(String(id))}
        renderEmptyState={() => <p className={ui.group}>{t('trackers.nothing')}</p>}
      >
        {choices.map(({ id, label: text, colour, picture }) => (
          <MenuItem key={id} id={id} textValue={text} className={ui.option}>
            {typeof colour === 'string' && <span className={ui.dot} data-colour={colour} />}
            {picture !== undefined && <Avatar person={{ avatar_url: picture, display_name: text }} size={18} />}
            <span>{text}</span>
          </MenuItem>
        ))}
      </Menu>
    </Autocomplete>
  );
}

/** The list as what a button opens. */
export const ChoicePopover = ({ label, choices, onChoose, triggerRef, close }: Choices & Opened): ReactNode => (
  <Popover
    isOpen
    onOpenChange={close}
    triggerRef={triggerRef}
    className={`${ui.popover} ${css.popover}`}
    placement="bottom start"
  >
    <AriaDialog aria-label={label} className={css.popoverDialog}>
      <ChoiceList
        label={label}
        choices={choices}
        onChoose={(id) => {
          close();
          onChoose(id);
        }}
      />
    </AriaDialog>
  </Popover>
);
