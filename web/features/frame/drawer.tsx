// The side bar over the page, on narrow screens.
import type { ReactNode } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { t } from '../../platform/i18n.ts';
import css from './frame.module.css';

export const Drawer = ({ onClose, children }: { onClose(): void; children: ReactNode }): ReactNode => (
  <ModalOverlay isOpen onOpenChange={(isOpen) => !isOpen && onClose()} isDismissable className={css.drawerBack}>
    <Modal className={css.drawer}>
      <Dialog aria-label={t('frame.project')} className={css.drawerInside}>
        {children}
      </Dialog>
    </Modal>
  </ModalOverlay>
);
