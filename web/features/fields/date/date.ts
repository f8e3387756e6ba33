// Dates that people set, with or without a time.
import type { FieldType } from '../field-type.ts';

export const date: FieldType = {
  group: 'texts',
  kind: 'date',
  hasCell: true,
  settings: [
    { key: 'default_value', kind: 'day', label: 'design.set.default' },
    { key: 'display_time', kind: 'switch', label: 'design.set.time' },
  ],
  edit: 'date',
  parts: async () => (await import('./parts.ts')).dateParts,
};
