// What lies over the page: dialogs, questions, menus.
import type { ReactNode } from 'react';
import {
  Dialog as AriaDialog,
  Heading,
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuTrigger,
  Modal,
  ModalOverlay,
  Popover,
  Separator,
} from 'react-aria-components';
import css from './ui.module.css';

interface DialogProps {
  title: string;
  isOpen: boolean;
  onClose(): void;
  /** Called with what closes it. */
  children: ReactNode;
  isWide?: boolean;
  /** Neither Escape nor a click beside it closes it. */
  isHeld?: boolean;
}

export function Dialog({ title, isOpen, onClose, children, isWide = false, isHeld = false }: DialogProps): ReactNode {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={!isHeld}
      isKeyboardDismissDisabled={isHeld}
      className={css.overlay}
    >
      <Modal className={css.modal}>
        <AriaDialog className={`${css.dialog} ${isWide ? css.wide : ''}`}>
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

export interface Action {
  id: string;
  label: string;
  /** The key that does the same. */
  keys?: string;
  isDisabled?: boolean;
  /** Why it is disabled, or what it does beyond its label. */
  why?: string;
  /** A line before it. */
  isSeparated?: boolean;
  run(): void;
}

interface MenuProps {
  trigger: ReactNode;
  label: string;
  /** A function is asked when the menu opens. */
  actions: readonly Action[] | (() => readonly Action[]);
}

function Actions({ label, actions }: Omit<MenuProps, 'trigger'>): ReactNode {
  const listed = typeof actions === 'function' ? actions() : actions;
  return (
    <AriaMenu
      className={css.list}
      aria-label={label}
      onAction={(id) => listed.find((action) => action.id === id)?.run()}
    >
      {listed.flatMap(({ id, label: text, keys, isDisabled, why, isSeparated }) => [
        ...(isSeparated === true ? [<Separator key={`before-${id}`} className={css.separator} />] : []),
        <AriaMenuItem key={id} id={id} textValue={text} isDisabled={isDisabled === true} className={css.option}>
          <span>
            {text}
            {why !== undefined && <span className={css.why}>{why}</span>}
          </span>
          {keys !== undefined && <kbd className={css.end}>{keys}</kbd>}
        </AriaMenuItem>,
      ])}
    </AriaMenu>
  );
}

/** A button, its first child, that opens a menu of actions. */
export const Menu = ({ trigger, label, actions }: MenuProps): ReactNode => (
  <MenuTrigger>
    {trigger}
    <Popover className={css.popover}>
      <Actions label={label} actions={actions} />
    </Popover>
  </MenuTrigger>
);
