// What lies over the page: dialogs, questions, menus.
import type { ReactNode } from 'react';
import { late } from './late.tsx';
import { Opener } from './opener.tsx';
import type { MenuProps } from './overlays/menu-list.tsx';
import type { DialogProps } from './overlays/modal-dialog.tsx';

const ModalDialog = late(async () => (await import('./overlays/modal-dialog.tsx')).ModalDialog);
const MenuList = late(async () => (await import('./overlays/menu-list.tsx')).MenuList);

export type { Action } from './overlays/menu-list.tsx';

export const Dialog = ({ isOpen, ...props }: DialogProps & { isOpen: boolean }): ReactNode =>
  isOpen && <ModalDialog {...props} />;

/** A button that opens a menu of actions. */
export const Menu = ({ trigger, ...props }: MenuProps & { trigger: ReactNode }): ReactNode => (
  <Opener kind="menu" trigger={trigger} read={MenuList.read}>
    {(opened) => <MenuList {...opened} {...props} />}
  </Opener>
);
