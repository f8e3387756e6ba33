// Deletes a repository, asked once more.
import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import ui from '../../../ui/ui.module.css';
import css from './settings.module.css';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';

interface Props {
  name: string;
  hint: string;
  /** Deletes it and leaves the page. */
  remove(): Promise<void>;
}

export function DeletePart({ name, hint, remove }: Props): ReactNode {
  const [isAsking, setAsking] = useState(false);
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
        <FormDialog
          title={t('repo.deleteOne', { name })}
          action={t('repo.delete')}
          isDangerous
          toast=""
          onClose={() => setAsking(false)}
          send={remove}
        >
          <p>{hint}</p>
        </FormDialog>
      )}
    </section>
  );
}
