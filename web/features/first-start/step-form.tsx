// What every step after the administrator has: fields, saving, and a way on without it.
import type { FormEvent, ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Loading, Notice } from '../../ui/feedback/async-states.tsx';
import ui from '../../ui/ui.module.css';

interface Props {
  isReady: boolean;
  isSending: boolean;
  problem: string | undefined;
  onSave(): void;
  onSkip(): void;
  children: ReactNode;
}

export function StepForm({ isReady, isSending, problem, onSave, onSkip, children }: Props): ReactNode {
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSave();
  };
  return (
    <form className={ui.stack} onSubmit={submit}>
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      {isReady ? children : <Loading />}
      <div className={ui.row}>
        <Button type="submit" tone="primary" isDisabled={isSending || !isReady}>
          {t('start.saveOn')}
        </Button>
        <Button tone="quiet" onPress={onSkip}>
          {t('start.skip')}
        </Button>
      </div>
    </form>
  );
}
