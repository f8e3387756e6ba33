// The groups that alone may see an artifact.
import type { FieldType } from '../field-type.ts';

export const permission: FieldType = {
  group: 'special',
  isSingle: true,
  edit: 'groups',
  parts: async () => (await import('./parts.ts')).permissionParts,
};
