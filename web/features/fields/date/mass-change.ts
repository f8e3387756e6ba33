import { textIn } from '../../../platform/parse-unknown.ts';
import type { MassChangeForm } from '../field-parts.ts';

export const dateChange: MassChangeForm = {
  write: ([text = '']) => ({ value: text }),
  read(value) {
    const text = textIn(value, 'value') ?? '';
    return [value?.['is_time_displayed'] === false ? text.slice(0, 10) : text];
  },
  loadEditor: async () => ({ Editor: (await import('./mass-change-editor.tsx')).NewDate }),
};
