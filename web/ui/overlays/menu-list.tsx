// What a button with a menu opens.
import type { ReactNode } from 'react';
import { Menu, MenuItem, Separator } from 'react-aria-components';
import type { Opened } from './opener.tsx';
import css from '../ui.module.css';
import { ListPopover } from './list-popover.tsx';

export interface Action {
  id: string;
  label: string;
  /** A dot of this colour before it. */
  colour?: string;
  /** The key that does the same. */
  keys?: string;
  isDisabled?: boolean;
  /** Why it is disabled, or what it does beyond its label. */
  why?: string;
  /** A line before it. */
  isSeparated?: boolean;
  run(): void;
}

export interface MenuProps {
  label: string;
  /** A function is asked when the menu opens. */
  actions: readonly Action[] | (() => readonly Action[]);
}

export function MenuList({ label, actions, triggerRef, firstFocus, close }: MenuProps & Opened): ReactNode {
  const listed = typeof actions === 'function' ? actions() : actions;
  return (
    <ListPopover label={label} trigger="MenuTrigger" triggerRef={triggerRef} close={close}>
      <Menu
        className={css.list}
        aria-label={label}
        autoFocus={firstFocus ?? true}
        onClose={close}
        onAction={(id) => listed.find((action) => action.id === id)?.run()}
      >
        {listed.flatMap(({ id, label: text, colour, keys, isDisabled, why, isSeparated }) => [
          ...(isSeparated === true ? [<Separator key={`before-${id}`} className={css.separator} />] : []),
          <MenuItem key={id} id={id} textValue={text} isDisabled={isDisabled === true} className={css.option}>
            {colour !== undefined && <span className={css.dot} data-colour={colour} />}
            <span>
              {text}
              {why !== undefined && <span className={css.why}>{why}</span>}
            </span>
            {keys !== undefined && <kbd className={css.end}>{keys}</kbd>}
          </MenuItem>,
        ])}
      </Menu>
    </ListPopover>
  );
}
