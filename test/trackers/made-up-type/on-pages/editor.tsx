import type { ReactNode } from 'react';
import type { EditorProps } from '../../../../web/features/fields/editing.ts';
import { Slider } from './slider.tsx';
import type { StarsEdit } from './stars.ts';

export const StarsEditor = ({ field, edit, onChange }: EditorProps<StarsEdit>): ReactNode => (
  <Slider
    label={`Stars of ${field.label}`}
    count={edit.count}
    onChange={(count) => onChange({ kind: 'stars', count })}
  />
);
