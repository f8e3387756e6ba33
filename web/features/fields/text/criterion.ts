import type { CriterionForm } from '../criterion.ts';
import { savedText } from '../criterion.ts';

const isPattern = (text: string): boolean => /^!?\/[^]+\/$/.test(text);

/** Words that a text has. */
export const textCriterion: CriterionForm = {
  operators: ['contains', 'lacks', 'empty', 'filled'],
  signs: ['=', '!='],
  equality: { is: 'contains', isNot: 'lacks' },
  readSaved(operator, value) {
    const text = savedText(value);
    if (text === undefined || operator !== 'contains' || isPattern(text)) return undefined;
    return text.split(/\s+/).flatMap((word) => (word === '' ? [] : [{ operator: 'contains', values: [word] }]));
  },
  writeSaved: ({ operator, values: [first = ''] }) =>
    operator !== 'contains' || /\s/.test(first) || isPattern(first) ? undefined : first,
  loadEditor: async () => ({ Editor: (await import('./criterion-editor.tsx')).TextCriterion }),
};
