// Deletes a repository, asked once more.
import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays.tsx';
import { describeError, Notice } from '../../../ui/states.tsx';
import ui from '../../../ui/ui.module.css';
import css from './settings.module.css';

interface Props {
  name: string;
  hint: string;
  /** Deletes it and leaves the page. */
  remove(): Promise<void>;
}

export function DeletePart({ name, hint, remove }: Props): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      await remove();
    } catch (error) {
      setProblem(describeError(error));
      setBusy(false);
    }
  };
  return (
    <section className={`${ui.card} ${css.part}`} aria-label={t('repo.delete')}>
      <h2>{t('repo.delete')}</h2>
      <p>{hint}</p>
      <div>
        <Button tone="danger" onPress={() => setAsking(true)}>
          {t('repo.delete')}
        </Button>
      </div>
      {isAsking && (
        <Dialog title={t('repo.deleteOne', { name })} isOpen onClose={() => setAsking(false)}>
          <p>{hint}</p>
          {problem !== undefined && <Notice kind="error">{problem}</Notice>}
          <div className={ui.actions}>
            <Button onPress={() => setAsking(false)}>{t('admin.cancel')}</Button>
            <Button tone="danger" isDisabled={isBusy} onPress={() => void send()}>
              {t('repo.delete')}
            </Button>
          </div>
        </Dialog>
      )}
    </section>
  );
}
