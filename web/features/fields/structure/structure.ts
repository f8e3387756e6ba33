// Parts of forms: what lays fields out, and what stands between them.
import type { FieldType } from '../field-type.ts';

const layout = { group: 'layout' } as const;

export const fieldset: FieldType = { ...layout, layout: 'fieldset' };
export const column: FieldType = { ...layout, layout: 'column' };
export const separator: FieldType = {
  ...layout,
  layout: 'part',
  isBare: true,
  parts: async () => (await import('./parts.ts')).separatorParts,
};
export const lineBreak: FieldType = {
  ...layout,
  layout: 'part',
  isBare: true,
  parts: async () => (await import('./parts.ts')).lineBreakParts,
};
export const staticText: FieldType = {
  ...layout,
  layout: 'part',
  settings: [{ key: 'static_value', kind: 'long', label: 'design.set.static' }],
  parts: async () => (await import('./parts.ts')).staticTextParts,
};
