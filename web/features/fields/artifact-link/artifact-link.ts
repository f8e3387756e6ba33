// Links to other artifacts, in both directions.
import type { FieldType } from '../field-type.ts';

export const artifactLink: FieldType = {
  group: 'special',
  isWide: true,
  isSingle: true,
  hasCell: true,
  settings: [{ key: 'can_edit_reverse_links', kind: 'switch', label: 'design.set.reverse' }],
  edit: 'links',
  parts: async () => (await import('./parts.ts')).artifactLinkParts,
};
