// Dialogs of administration: a form that sends one thing, and a question before something goes.
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays.tsx';
import { Notice } from '../../ui/states.tsx';
import ui from '../../ui/ui.module.css';

interface Props {
  title: string;
  /** On the button that sends. */
  action: string;
  isDangerous?: boolean;
  isReady?: boolean;
  isSending: boolean;
  problem: string | undefined;
  isWide?: boolean;
  onClose(): void;
  /** Answers whether it went well; then the dialog closes. */
  send(): Promise<boolean>;
  children: ReactNode;
}

export function FormDialog({ title, action, isDangerous = false, isReady = true, ...props }: Props): ReactNode {
  const { isSending, problem, isWide = false, onClose, send, children } = props;
  return (
    <Dialog title={title} isOpen isWide={isWide} onClose={onClose}>
      <form
        className={ui.stack}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !isSending) void send().then((isDone) => isDone && onClose());
        }}
      >
        {problem !== undefined && <Notice kind="error">{problem}</Notice>}
        {children}
        <div className={ui.actions}>
          <Button onPress={onClose}>{t('admin.cancel')}</Button>
          <Button type="submit" tone={isDangerous ? 'danger' : 'primary'} isDisabled={!isReady || isSending}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
