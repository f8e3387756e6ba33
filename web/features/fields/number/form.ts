import { textIn } from '../../../platform/parse-unknown.ts';
import { defineEditing } from '../editing.ts';
import type { FormPart } from '../editing.ts';
import { isNumber, numberOf, numberText } from './number-texts.ts';
import type { NumberEdit } from './number-texts.ts';

const held = (text: string): NumberEdit => ({ kind: 'number', text });

const partOf = (isWhole: boolean): FormPart => ({
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
  loadEditor: async () => ({ Editor: (await import('./editor.tsx')).NumberEditor }),
});

export const numberForm = partOf(false);
export const wholeForm = partOf(true);
