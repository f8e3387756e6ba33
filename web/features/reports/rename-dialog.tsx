// The name and description of a renderer.
import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Dialog } from '../../ui/overlays.tsx';
import { describeError } from '../../ui/states.tsx';
import ui from '../../ui/ui.module.css';
import { changeRenderer, readRenderer } from './renderers.queries.ts';
import type { Renderer } from './report-types.ts';

interface Props {
  reportId: number;
  renderer: Renderer;
  onClose(): void;
  onSaved(): Promise<void>;
}

export function RenameDialog({ reportId, renderer, onClose, onSaved }: Props): ReactNode {
  const [label, setLabel] = useState(renderer.label);
  const [problem, setProblem] = useState<string>();
  const submit = async (): Promise<void> => {
    try {
      const { etag } = await readRenderer(reportId, renderer.id);
      await changeRenderer(reportId, renderer.id, etag, { label });
      await onSaved();
      onClose();
    } catch (error) {
      setProblem(describeError(error));
    }
  };
  return (
    <Dialog title={t('reports.rename')} isOpen onClose={onClose}>
      <form
        className={ui.stack}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void submit();
        }}
      >
        <TextField label={t('reports.name')} value={label} onChange={setLabel} error={problem} isRequired autoFocus />
        <div className={ui.actions}>
          <Button onPress={onClose}>{t('reports.cancel')}</Button>
          <Button type="submit" tone="primary" isDisabled={label.trim() === ''}>
            {t('reports.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
