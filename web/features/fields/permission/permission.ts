// The groups that alone may see an artifact.
import type { FieldType } from '../field-type.ts';

export const permission: FieldType = {
  group: 'special',
  kind: 'groups',
  sketch: 'groups',
  isSingle: true,
  edit: 'groups',
  form: async () => (await import('./form.ts')).permissionForm,
};
