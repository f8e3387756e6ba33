// Field type `made_up`: up to five stars. The test copies it among the others.
import type { FieldType } from '../../../../web/features/fields/field-type.ts';

export const madeUp: FieldType = {
  group: 'texts',
  kind: 'number',
  edit: 'stars',
  parts: async () => (await import('./parts.ts')).madeUpParts,
};
