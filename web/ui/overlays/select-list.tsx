// What opens below a field for one of a few.
import type { ReactNode } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components';
import { ChoiceFace } from '../pickers/option-renderer.tsx';
import type { Opened } from './opener.tsx';
import type { Choice } from '../pickers/choices.ts';
import css from '../ui.module.css';
import { ListPopover } from './list-popover.tsx';

interface Props extends Opened {
  label: string;
  choices: readonly Choice[];
  value: string | undefined;
  onChange(id: string): void;
}

export function SelectList({ label, choices, value, onChange, triggerRef, firstFocus, close }: Props): ReactNode {
  return (
    <ListPopover label={label} trigger="Select" triggerRef={triggerRef} close={close}>
      <ListBox
        className={css.list}
        aria-label={label}
        items={choices}
        selectionMode="single"
        selectedKeys={value === undefined ? [] : [value]}
        autoFocus={value === undefined ? (firstFocus ?? true) : true}
        shouldFocusOnHover
        shouldSelectOnPressUp
        onSelectionChange={(keys) => {
          // Nothing is chosen anew where the one is taken that is chosen already.
          const [key] = keys === 'all' ? [] : keys;
          close();
          if (key !== undefined) onChange(String(key));
        }}
      >
        {(choice) => (
          <ListBoxItem id={choice.id} textValue={choice.label} className={css.option}>
            <ChoiceFace choice={choice} />
          </ListBoxItem>
        )}
      </ListBox>
    </ListPopover>
  );
}
