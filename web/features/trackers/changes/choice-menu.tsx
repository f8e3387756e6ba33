// A button that opens a list with a search, to choose one of many.
import type { ReactNode } from 'react';
import {
  Autocomplete,
  Dialog as AriaDialog,
  DialogTrigger,
  Input,
  Menu,
  MenuItem,
  Popover,
  SearchField,
  useFilter,
} from 'react-aria-components';
import { t } from '../../../platform/i18n.ts';
import type { Choice } from '../../../ui/fields.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../report.module.css';

interface Props {
  label: string;
  choices: readonly Choice[];
  onChoose(id: string): void;
  trigger?: ReactNode;
}

/** The list alone, for a popover or a dialog. */
export function ChoiceList({ label, choices, onChoose }: Omit<Props, 'trigger'>): ReactNode {
  const { contains } = useFilter({ sensitivity: 'base' });
  return (
    <Autocomplete filter={contains}>
      <SearchField aria-label={label} autoFocus>
        <Input className={ui.input} placeholder={label} />
      </SearchField>
      <Menu
        aria-label={label}
        className={css.choices}
        onAction={(id) => onChoose(String(id))}
        renderEmptyState={() => <p className={ui.group}>{t('trackers.nothing')}</p>}
      >
        {choices.map(({ id, label: text, colour, picture }) => (
          <MenuItem key={id} id={id} textValue={text} className={ui.option}>
            {typeof colour === 'string' && <span className={ui.dot} data-colour={colour} />}
            {picture !== undefined && <img className={ui.avatar} src={picture} alt="" width={18} height={18} />}
            <span>{text}</span>
          </MenuItem>
        ))}
      </Menu>
    </Autocomplete>
  );
}

export const ChoiceMenu = ({ trigger, label, choices, onChoose }: Props): ReactNode => (
  <DialogTrigger>
    {trigger}
    <Popover className={`${ui.popover} ${css.popover}`} placement="bottom start">
      <AriaDialog aria-label={label} className={css.popoverDialog}>
        {({ close }) => (
          <ChoiceList
            label={label}
            choices={choices}
            onChoose={(id) => {
              close();
              onChoose(id);
            }}
          />
        )}
      </AriaDialog>
    </Popover>
  </DialogTrigger>
);
