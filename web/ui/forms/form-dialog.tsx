// A dialog that sends one thing: a form, or a question before something is removed.
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { Button } from '../button.tsx';
import { Dialog } from '../overlays/overlays.tsx';
import { Notice } from '../feedback/async-states.tsx';
import ui from '../ui.module.css';
import { useSubmit } from './use-submit.ts';
import type { SubmitOptions } from './submission.ts';

interface Props extends Pick<SubmitOptions, 'invalidates' | 'toast' | 'explain'> {
  title: string;
  /** On the button that sends. */
  action: string;
  isDangerous?: boolean;
  isReady?: boolean;
  isWide?: boolean;
  /** Closed by its buttons alone. */
  isHeld?: boolean;
  onClose(): void;
  /** The dialog closes when it is done, unless it answers false. */
  send(): Promise<unknown>;
  children: ReactNode;
}

export function FormDialog({ title, action, isDangerous = false, isReady = true, ...props }: Props): ReactNode {
  const { isWide = false, isHeld = false, onClose, send, children, toast = t('ui.saved'), ...options } = props;
  const { submit, isSending, problem } = useSubmit({ ...options, toast });
  const submitAndClose = async (): Promise<void> => {
    let answer: unknown;
    const isDone = await submit(async () => (answer = await send()));
    if (isDone && answer !== false) onClose();
  };
  return (
    <Dialog {...{ title, isWide, isHeld, onClose }} isOpen>
      <form
        className={ui.stack}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !isSending) void submitAndClose();
        }}
      >
        {problem !== undefined && <Notice kind="error">{problem}</Notice>}
        {children}
        <div className={ui.actions}>
          <Button onPress={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" tone={isDangerous ? 'danger' : 'primary'} isDisabled={!isReady || isSending}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
