// The looks of words: what Markdown and HTML have in common.
import { Mark, markInputRule } from '@tiptap/core';

const link = Mark.create({
  name: 'link',
  inclusive: false,
  priority: 1000,
  addAttributes: () => ({ href: { default: '' }, title: { default: null } }),
  parseHTML: () => [{ tag: 'a[href]' }],
  renderHTML: ({ HTMLAttributes }) => ['a', { ...HTMLAttributes, rel: 'noopener noreferrer nofollow' }, 0],
});

const bold = Mark.create({
  name: 'bold',
  parseHTML: () => [{ tag: 'strong' }, { tag: 'b' }],
  renderHTML: () => ['strong', 0],
  addKeyboardShortcuts() {
    return { 'Mod-b': ({ editor }) => editor.commands.toggleMark(this.name) };
  },
  addInputRules() {
    return [
      markInputRule({ find: /(?:^|\s)(\*\*(?!\s+\*\*)([^*]+)\*\*(?!\s+\*\*))$/, type: this.type }),
      markInputRule({ find: /(?:^|\s)(__(?!\s+__)([^_]+)__(?!\s+__))$/, type: this.type }),
    ];
  },
});

const italic = Mark.create({
  name: 'italic',
  parseHTML: () => [{ tag: 'em' }, { tag: 'i' }],
  renderHTML: () => ['em', 0],
  addKeyboardShortcuts() {
    return { 'Mod-i': ({ editor }) => editor.commands.toggleMark(this.name) };
  },
  addInputRules() {
    return [
      markInputRule({ find: /(?:^|\s)(\*(?!\s+\*)([^*]+)\*(?!\s+\*))$/, type: this.type }),
      markInputRule({ find: /(?:^|\s)(_(?!\s+_)([^_]+)_(?!\s+_))$/, type: this.type }),
    ];
  },
});

const strike = Mark.create({
  name: 'strike',
  parseHTML: () => [{ tag: 's' }, { tag: 'del' }, { tag: 'strike' }],
  renderHTML: () => ['s', 0],
  addKeyboardShortcuts() {
    return { 'Mod-Shift-s': ({ editor }) => editor.commands.toggleMark(this.name) };
  },
  addInputRules() {
    return [markInputRule({ find: /(?:^|\s)(~~(?!\s+~~)([^~]+)~~(?!\s+~~))$/, type: this.type })];
  },
});

/** Of HTML alone: Markdown has no sign for it. */
const underline = Mark.create({ name: 'underline', parseHTML: () => [{ tag: 'u' }], renderHTML: () => ['u', 0] });

const code = Mark.create({
  name: 'code',
  code: true,
  excludes: 'bold italic strike underline code',
  parseHTML: () => [{ tag: 'code' }, { tag: 'tt' }],
  renderHTML: () => ['code', 0],
  addKeyboardShortcuts() {
    return { 'Mod-e': ({ editor }) => editor.commands.toggleMark(this.name) };
  },
  addInputRules() {
    return [markInputRule({ find: /(^|[^`])`([^`]+)`(?!`)$/, type: this.type })];
  },
});

/** On the space that a line break of Markdown's source reads as, so that the source keeps its lines. */
const softBreak = Mark.create({
  name: 'softBreak',
  inclusive: false,
  renderHTML: () => ['span', { 'data-soft': '' }, 0],
});

export const marks = [link, bold, italic, strike, underline, code, softBreak];
