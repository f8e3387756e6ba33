// A list to which people add values of their own.
import type { FieldType } from '../field-type.ts';

export const openList: FieldType = {
  group: 'lists',
  hasCell: true,
  list: { takesMany: true, isOpen: true, control: 'labels' },
  settings: [{ key: 'hint', kind: 'text', label: 'design.set.hint' }],
  edit: 'labels',
  parts: async () => (await import('./parts.ts')).openListParts,
};
