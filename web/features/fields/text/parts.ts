import { textIn } from '../../../platform/parse-unknown.ts';
import { defineEditing } from '../editing.ts';
import type { FieldParts } from '../field-parts.ts';
import type { LineEdit, TextEdit } from './text-edits.ts';
import { textCriterion } from './criterion.ts';
import { lineChange, textChange } from './mass-change.ts';

const lineEditing = defineEditing<LineEdit>({
  kind: 'line',
  read: (value) => ({ kind: 'line', text: textIn(value, 'value') ?? '' }),
  start: (given) => (typeof given === 'string' ? { kind: 'line', text: given } : undefined),
  write: ({ text }) => ({ value: text }),
  isEmpty: ({ text }) => text.trim() === '',
  describe: ({ text }) => text,
  parse(kept) {
    const text = textIn(kept, 'text');
    return text === undefined ? undefined : { kind: 'line', text };
  },
  prefill: (text) => ({ kind: 'line', text }),
  isSentByEnter: true,
});

/** Source and format of a text: what is rendered for reading has its Markdown beside it. */
function textEdit(value: unknown): TextEdit {
  const markdown = textIn(value, 'commonmark');
  if (markdown !== undefined) return { kind: 'text', text: markdown, format: 'commonmark' };
  const text = textIn(value, 'value') ?? textIn(value, 'content') ?? '';
  return { kind: 'text', text, format: text === '' ? 'commonmark' : (textIn(value, 'format') ?? 'text') };
}

const textEditing = defineEditing<TextEdit>({
  kind: 'text',
  read: textEdit,
  start: textEdit,
  write: ({ text: content, format }) => ({ value: { content, format } }),
  isEmpty: ({ text: content }) => content.trim() === '',
  describe: ({ text: content }) => content,
  parse(kept) {
    const content = textIn(kept, 'text');
    return content === undefined
      ? undefined
      : { kind: 'text', text: content, format: textIn(kept, 'format') ?? 'commonmark' };
  },
  prefill: (content) => ({ kind: 'text', text: content, format: 'commonmark' }),
  isTall: true,
  textIn: ({ text: content }) => content,
});

export const lineParts: FieldParts = {
  column: { isSortable: true },
  massChange: lineChange,
  criterion: textCriterion,
  editing: lineEditing,
  isCommon: true,
  loadEditor: async () => ({ Editor: (await import('./editor.tsx')).LineEditor }),
};

export const textParts: FieldParts = {
  column: { isSortable: true },
  massChange: textChange,
  loadSketch: async () => ({ Sketch: (await import('./sketch.tsx')).TextSketch }),
  criterion: textCriterion,
  editing: textEditing,
  isCommon: true,
  loadEditor: async () => ({ Editor: (await import('./editor.tsx')).TextEditor }),
};
