// What lies over the page: dialogs, questions, menus.
import type { ReactNode } from 'react';
import { Opener } from './opener.tsx';
import type { MenuProps } from './menu-list.tsx';
import type { DialogProps } from './modal-dialog.tsx';
import { lazy } from '../lazy.tsx';

const ModalDialog = lazy(async () => (await import('./modal-dialog.tsx')).ModalDialog, { prefetch: true });
const MenuList = lazy(async () => (await import('./menu-list.tsx')).MenuList, { prefetch: true });

export type { Action } from './menu-list.tsx';

export const Dialog = ({ isOpen, ...props }: DialogProps & { isOpen: boolean }): ReactNode =>
  isOpen && <ModalDialog {...props} />;

interface OpenedProps {
  trigger: ReactNode;
  /** Opened by others than its button too. */
  isOpen?: boolean;
  onOpenChange?(isOpen: boolean): void;
}

/** A button that opens a menu of actions. */
export const Menu = ({ trigger, isOpen, onOpenChange, ...props }: MenuProps & OpenedProps): ReactNode => (
  <Opener kind="menu" preload={MenuList.preload} {...{ trigger, isOpen, onOpenChange }}>
    {(opened) => <MenuList {...opened} {...props} />}
  </Opener>
);
