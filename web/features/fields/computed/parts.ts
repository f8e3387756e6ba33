import { isRecord, textIn } from '../../../platform/parse-unknown.ts';
import { defineEditing } from '../editing.ts';
import type { FieldParts } from '../field-parts.ts';
import { isNumber, numberOf, numberText } from '../number/number-texts.ts';
import type { ComputedEdit } from './computed-edit.ts';
import { amountColumn } from '../number/amount-column.ts';

const computedEditing = defineEditing<ComputedEdit>({
  kind: 'computed',
  read: (value) => ({
    kind: 'computed',
    isAuto: isRecord(value) && value['is_autocomputed'] !== false,
    text: numberText(value, 'manual_value'),
  }),
  start: () => ({ kind: 'computed', isAuto: true, text: '' }),
  write: ({ isAuto, text }) => (isAuto ? { is_autocomputed: true } : { manual_value: numberOf(text) }),
  isEmpty: ({ isAuto, text }) => !isAuto && text.trim() === '',
  isNeverEmpty: true,
  problemOf: ({ isAuto, text }) => (isAuto || isNumber(text) ? undefined : 'number'),
  describe: ({ isAuto, text }) => (isAuto ? '' : text),
  parse: (kept) => ({
    kind: 'computed',
    isAuto: isRecord(kept) && kept['isAuto'] === true,
    text: textIn(kept, 'text') ?? '',
  }),
  isAutomatic: ({ isAuto }) => isAuto,
  isSentByEnter: true,
});

export const computedParts: FieldParts = {
  column: amountColumn,
  editing: computedEditing,
  isCommon: true,
  loadEditor: async () => ({ Editor: (await import('./editor.tsx')).ComputedEditor }),
  loadReader: async () => ({ Reader: (await import('./reader.tsx')).ComputedReader }),
};
