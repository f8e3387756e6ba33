import type { MassChangeForm } from '../field-parts.ts';
import { isNumber, numberOf, numberText } from './number-texts.ts';

export const numberChange: MassChangeForm = {
  write([text = '']) {
    if (text.trim() === '') return { value: null };
    return isNumber(text) ? { value: numberOf(text) } : undefined;
  },
  read: (value) => [numberText(value, 'value')],
  loadEditor: async () => ({ Editor: (await import('./mass-change-editor.tsx')).NewNumber }),
};
