// Files of an artifact.
import type { FieldType } from '../field-type.ts';

export const file: FieldType = {
  group: 'special',
  isWide: true,
  edit: 'files',
  parts: async () => (await import('./parts.ts')).fileParts,
};
