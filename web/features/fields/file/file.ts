// Files of an artifact.
import type { FieldType } from '../field-type.ts';

export const file: FieldType = {
  group: 'special',
  kind: 'files',
  sketch: 'file',
  isWide: true,
  edit: 'files',
  form: async () => (await import('./form.ts')).fileForm,
};
