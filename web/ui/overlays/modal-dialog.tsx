// A dialog over the page.
import type { ReactNode } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import css from '../ui.module.css';

export interface DialogProps {
  title: string;
  onClose(): void;
  /** Called with what closes it. */
  children: ReactNode;
  isWide?: boolean;
  /** Neither Escape nor a click beside it closes it. */
  isHeld?: boolean;
  /** All else on the page is hidden. */
  isAlone?: boolean;
}

export function ModalDialog({
  title,
  onClose,
  children,
  isWide = false,
  isHeld = false,
  isAlone = false,
}: DialogProps): ReactNode {
  return (
    <ModalOverlay
      isOpen
      onOpenChange={(open) => !open && onClose()}
      isDismissable={!isHeld}
      isKeyboardDismissDisabled={isHeld}
      className={css.overlay}
      {...(isAlone ? { 'data-alone': '' } : {})}
    >
      <Modal className={css.modal}>
        <Dialog className={`${css.dialog} ${isWide ? css.wide : ''}`}>
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
