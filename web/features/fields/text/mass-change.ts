import { textIn } from '../../../platform/parse-unknown.ts';
import type { MassChangeForm } from '../field-parts.ts';

export const lineChange: MassChangeForm = {
  write: ([text = '']) => ({ value: text }),
  read: (value) => [textIn(value, 'value') ?? ''],
  loadEditor: async () => ({ Editor: (await import('./mass-change-editor.tsx')).NewLine }),
};

/** What a text was before is not known as it was written. */
export const textChange: MassChangeForm = {
  write: lineChange.write,
  loadEditor: async () => ({ Editor: (await import('./mass-change-editor.tsx')).NewText }),
};
