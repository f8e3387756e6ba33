import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { Checkbox, TextField } from '../../../ui/forms/fields.tsx';
import ui from '../../../ui/ui.module.css';
import type { EditorProps } from '../editing.ts';
import { labelled } from '../labelled.ts';
import type { ComputedEdit } from './computed-edit.ts';

export function ComputedEditor(props: EditorProps<ComputedEdit>): ReactNode {
  const { edit, onChange, field } = props;
  return (
    <div className={ui.stack}>
      <TextField
        {...labelled(props)}
        value={edit.text}
        onChange={(text) => onChange({ kind: 'computed', isAuto: false, text })}
        isDisabled={edit.isAuto}
        inputMode="decimal"
      />
      <Checkbox
        isSelected={edit.isAuto}
        onChange={(isAuto) => onChange({ ...edit, isAuto })}
        aria-label={`${field.label}: ${t('form.computed.auto')}`}
      >
        {t('form.computed.auto')}
      </Checkbox>
    </div>
  );
}
