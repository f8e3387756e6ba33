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

/** A button that opens a menu of actions. */
export const Menu = ({ trigger, ...props }: MenuProps & { trigger: ReactNode }): ReactNode => (
  <Opener kind="menu" trigger={trigger} preload={MenuList.preload}>
    {(opened) => <MenuList {...opened} {...props} />}
  </Opener>
);
