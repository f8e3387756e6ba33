import type { ReactNode } from 'react';
import { TextField } from '../../../ui/forms/fields.tsx';
import type { NewValueProps } from '../field-parts.ts';

export const NewDate = ({ field, given, onGive }: NewValueProps): ReactNode => (
  <TextField label={field.label} type="date" value={given[0] ?? ''} onChange={(text) => onGive([text])} />
);
