// Where a list opens: below what opened it.
import type { ReactNode } from 'react';
import { Popover } from 'react-aria-components';
import type { Opened } from './opener.tsx';
import css from '../ui.module.css';

interface Props extends Pick<Opened, 'triggerRef' | 'close'> {
  label: string;
  /** What React Aria calls that which opened it. */
  trigger: 'MenuTrigger' | 'Select';
  children: ReactNode;
}

export const ListPopover = ({ label, trigger, triggerRef, close, children }: Props): ReactNode => (
  <Popover
    isOpen
    onOpenChange={close}
    triggerRef={triggerRef}
    placement="bottom start"
    trigger={trigger}
    aria-label={label}
    className={css.popover}
  >
    {children}
  </Popover>
);
