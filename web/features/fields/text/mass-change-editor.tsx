import type { ReactNode } from 'react';
import { TextField } from '../../../ui/forms/fields.tsx';
import type { NewValueProps } from '../field-parts.ts';

export const NewLine = ({ field, given, onGive }: NewValueProps): ReactNode => (
  <TextField label={field.label} value={given[0] ?? ''} onChange={(text) => onGive([text])} />
);

export const NewText = ({ field, given, onGive }: NewValueProps): ReactNode => (
  <TextField label={field.label} value={given[0] ?? ''} onChange={(text) => onGive([text])} rows={3} />
);
