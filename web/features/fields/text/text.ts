// Texts: one line, or many in Markdown.
import type { FieldType, Setting } from '../field-type.ts';

const textDefault: Setting = { key: 'default_value', kind: 'text', label: 'design.set.default' };

export const line = {
  group: 'texts',
  isWide: true,
  hasCell: true,
  settings: [{ key: 'maxchars', kind: 'count', label: 'design.set.maxchars' }, textDefault],
  edit: 'line',
  parts: async () => (await import('./parts.ts')).lineParts,
} satisfies FieldType;

export const text = {
  group: 'texts',
  isWide: true,
  hasCell: true,
  settings: [
    { key: 'rows', kind: 'count', label: 'design.set.rows' },
    { key: 'default_value', kind: 'long', label: 'design.set.default' },
  ],
  edit: 'text',
  parts: async () => (await import('./parts.ts')).textParts,
} satisfies FieldType;
