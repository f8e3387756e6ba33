import type { ReactNode } from 'react';
import { TextField } from '../../../ui/forms/fields.tsx';
import type { EditorProps } from '../editing.ts';
import { labelled } from '../labelled.ts';
import type { NumberEdit } from './number-texts.ts';

export const NumberEditor = (props: EditorProps<NumberEdit>): ReactNode => (
  <TextField
    {...labelled(props)}
    value={props.edit.text}
    onChange={(text) => props.onChange({ kind: 'number', text })}
    inputMode="decimal"
  />
);
