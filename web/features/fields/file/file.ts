// Files of an artifact.
import type { FieldType } from '../field-type.ts';

export const file: FieldType = {
  group: 'special',
  kind: 'files',
  isWide: true,
  edit: 'files',
  parts: async () => (await import('./parts.ts')).fileParts,
};
