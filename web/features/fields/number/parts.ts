import { textIn } from '../../../platform/parse-unknown.ts';
import { defineEditing } from '../editing.ts';
import type { FieldParts } from '../field-parts.ts';
import { isNumber, numberOf, numberText } from './number-texts.ts';
import type { NumberEdit } from './number-texts.ts';
import { amountColumn } from './amount-column.ts';
import { numberChange } from './mass-change.ts';
import { numberCriterion } from './criterion.ts';

const held = (text: string): NumberEdit => ({ kind: 'number', text });

const partOf = (isWhole: boolean): FieldParts => ({
  editing: defineEditing<NumberEdit>({
    kind: 'number',
    read: (value) => held(numberText(value, 'value')),
    start: (given) => (typeof given === 'number' || typeof given === 'string' ? held(String(given)) : undefined),
    write: ({ text }) => ({ value: text.trim() === '' ? null : numberOf(text) }),
    isEmpty: ({ text }) => text.trim() === '',
    problemOf({ text }) {
      if (!isNumber(text)) return 'number';
      return isWhole && !Number.isInteger(numberOf(text)) ? 'whole' : undefined;
    },
    describe: ({ text }) => text,
    parse(kept) {
      const text = textIn(kept, 'text');
      return text === undefined ? undefined : held(text);
    },
    prefill: held,
    isSentByEnter: true,
  }),
  isCommon: true,
  column: amountColumn,
  massChange: numberChange,
  criterion: numberCriterion,
  loadEditor: async () => ({ Editor: (await import('./editor.tsx')).NumberEditor }),
});

export const numberParts = partOf(false);
export const wholeParts = partOf(true);
