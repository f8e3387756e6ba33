import { comparing, readNumbers, savedText } from '../criterion.ts';
import type { CriterionForm } from '../criterion.ts';

/** Limits of a number. */
export const numberCriterion: CriterionForm = {
  operators: ['=', '!=', '<', '<=', '>', '>=', 'between', 'empty', 'filled'],
  signs: comparing,
  readSaved(_, value) {
    const comparison = readNumbers(savedText(value) ?? '');
    return comparison && [comparison];
  },
  writeSaved({ operator, values: [first = '', second = ''] }) {
    if (operator === 'between') return `${first}-${second}`;
    return ['=', '<', '<=', '>', '>='].includes(operator) ? `${operator}${first}` : undefined;
  },
  loadEditor: async () => ({ Editor: (await import('./criterion-editor.tsx')).NumberCriterion }),
};
