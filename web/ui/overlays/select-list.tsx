// What opens below a field for one of a few.
import type { ReactNode } from 'react';
import { ListBox, ListBoxItem, Popover } from 'react-aria-components';
import { ChoiceFace } from '../choice-face.tsx';
import type { Opened } from '../opener.tsx';
import type { Choice } from '../pickers/choices.ts';
import css from '../ui.module.css';

interface Props extends Opened {
  label: string;
  choices: readonly Choice[];
  value: string | undefined;
  onChange(id: string): void;
}

export function SelectList({ label, choices, value, onChange, triggerRef, firstFocus, close }: Props): ReactNode {
  return (
    <Popover
      isOpen
      onOpenChange={close}
      triggerRef={triggerRef}
      placement="bottom start"
      trigger="Select"
      aria-label={label}
      className={css.popover}
    >
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
    </Popover>
  );
}
