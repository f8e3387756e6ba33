import { formatDate } from '../../../platform/i18n.ts';
import { comparing, savedText } from '../criterion.ts';
import type { CriterionForm } from '../criterion.ts';

const onOrBeside = ['=', '<', '>'] as const;

/** Days, and spans from now. */
export const dateCriterion: CriterionForm = {
  operators: ['=', '<', '>', 'between', 'last', 'next', 'older', 'empty', 'filled'],
  signs: comparing,
  isOfTime: true,
  callsFor: () => ['NOW()', 'NOW() - 1w', 'NOW() - 1m', 'NOW() + 1w'],
  readSaved(operator, value) {
    const days = (Array.isArray(value) ? value : [value]).flatMap((day) => savedText(day)?.slice(0, 10) ?? []);
    if (operator === 'between') return days.length === 2 ? [{ operator, values: days }] : undefined;
    const found = onOrBeside.find((known) => known === (operator === 'contains' ? '=' : operator));
    return found === undefined || days.length !== 1 ? undefined : [{ operator: found, values: days }];
  },
  writeSaved({ operator, values: [first = '', second = ''] }) {
    if (operator === 'between') return { operator, value: [first, second] };
    return onOrBeside.some((known) => known === operator) ? { operator, value: first } : undefined;
  },
  nameValue: (value) => (/^\d{4}-/.test(value) ? formatDate(value) : undefined),
  loadEditor: async () => ({ Editor: (await import('./criterion-editor.tsx')).DateCriterion }),
};
