// The name and description of a renderer.
import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { TextField } from '../../ui/forms/fields.tsx';
import { changeRenderer, readRenderer } from './renderers.queries.ts';
import type { Renderer } from './report-types.ts';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';

interface Props {
  reportId: number;
  renderer: Renderer;
  onClose(): void;
}

export function RenameDialog({ reportId, renderer, onClose }: Props): ReactNode {
  const [label, setLabel] = useState(renderer.label);
  const rename = async (): Promise<void> => {
    const { etag } = await readRenderer(reportId, renderer.id);
    await changeRenderer(reportId, renderer.id, etag, { label });
  };
  return (
    <FormDialog
      title={t('reports.rename')}
      action={t('ui.save')}
      isReady={label.trim() !== ''}
      invalidates={[['/tracker_reports', reportId]]}
      toast=""
      onClose={onClose}
      send={rename}
    >
      <TextField label={t('reports.name')} value={label} onChange={setLabel} isRequired autoFocus />
    </FormDialog>
  );
}
