import type { ReactNode } from 'react';
import { TextField } from '../../../ui/forms/fields.tsx';
import type { NewValueProps } from '../field-parts.ts';

export const NewNumber = ({ field, given, onGive }: NewValueProps): ReactNode => (
  <TextField label={field.label} inputMode="decimal" value={given[0] ?? ''} onChange={(text) => onGive([text])} />
);
