// The blocks that a text may have, as the editor knows them: what Markdown and HTML have in common, and blocks of source for the rest.
import { Node, textblockTypeInputRule, wrappingInputRule } from '@tiptap/core';
import type { DOMOutputSpec } from '@tiptap/pm/model';

const doc = Node.create({ name: 'doc', topNode: true, content: 'block+' });

const text = Node.create({ name: 'text', group: 'inline' });

const paragraph = Node.create({
  name: 'paragraph',
  group: 'block',
  content: 'inline*',
  // A `div` of words alone is a paragraph in old texts.
  parseHTML: () => [{ tag: 'p' }, { tag: 'div', priority: 40 }],
  renderHTML: () => ['p', 0],
  priority: 1000,
});

const levels = [1, 2, 3, 4, 5, 6] as const;

const heading = Node.create({
  name: 'heading',
  group: 'block',
  content: 'inline*',
  defining: true,
  addAttributes: () => ({ level: { default: 2, rendered: false } }),
  parseHTML: () => levels.map((level) => ({ tag: `h${level}`, attrs: { level } })),
  renderHTML: ({ node }) => [`h${node.attrs['level']}`, 0],
  addInputRules() {
    return levels.map((level) =>
      textblockTypeInputRule({ find: new RegExp(`^(#{${level}})\\s$`), type: this.type, getAttributes: { level } }),
    );
  },
});

const blockquote = Node.create({
  name: 'blockquote',
  group: 'block',
  content: 'block+',
  defining: true,
  parseHTML: () => [{ tag: 'blockquote' }],
  renderHTML: () => ['blockquote', 0],
  addInputRules() {
    return [wrappingInputRule({ find: /^\s*>\s$/, type: this.type })];
  },
});

/** Whether the items of a list in HTML have no paragraphs of their own. */
const isTight = (list: HTMLElement): boolean => list.querySelector(':scope > li > p') === null;

const bulletList = Node.create({
  name: 'bulletList',
  group: 'block list',
  content: 'listItem+',
  addAttributes: () => ({
    tight: { default: true, rendered: false, parseHTML: isTight },
    marker: { default: '-', rendered: false },
  }),
  parseHTML: () => [{ tag: 'ul' }],
  renderHTML: () => ['ul', 0],
  addInputRules() {
    return [wrappingInputRule({ find: /^\s*[-+*]\s$/, type: this.type })];
  },
});

const orderedList = Node.create({
  name: 'orderedList',
  group: 'block list',
  content: 'listItem+',
  addAttributes: () => ({
    tight: { default: true, rendered: false, parseHTML: isTight },
    start: { default: 1, parseHTML: (list) => Number(list.getAttribute('start') ?? 1) },
    delimiter: { default: '.', rendered: false },
  }),
  parseHTML: () => [{ tag: 'ol' }],
  renderHTML: ({ node }) => ['ol', node.attrs['start'] === 1 ? {} : { start: Number(node.attrs['start']) }, 0],
  addInputRules() {
    return [
      wrappingInputRule({
        find: /^(\d{1,9})\.\s$/,
        type: this.type,
        getAttributes: ([, start]) => ({ start: Number(start) }),
        joinPredicate: ([, start], node) => node.childCount + Number(node.attrs['start']) === Number(start),
      }),
    ];
  },
});

const codeBlock = Node.create({
  name: 'codeBlock',
  group: 'block',
  content: 'text*',
  marks: '',
  code: true,
  defining: true,
  addAttributes: () => ({ language: { default: '', rendered: false } }),
  parseHTML: () => [
    {
      tag: 'pre',
      preserveWhitespace: 'full',
      getAttrs: (block) => ({
        language: /\blanguage-(\S+)/.exec(block.querySelector('code')?.className ?? '')?.[1] ?? '',
      }),
    },
  ],
  renderHTML: () => ['pre', ['code', 0]],
  addInputRules() {
    return [
      textblockTypeInputRule({
        find: /^(?:```|~~~)([\w+#.-]*)\s$/,
        type: this.type,
        getAttributes: ([, language]) => ({ language: language ?? '' }),
      }),
    ];
  },
});

/** What the editor has no other block for: it stays as it is written, and is edited as it is written. */
const sourceBlock = Node.create({
  name: 'sourceBlock',
  group: 'block',
  content: 'text*',
  marks: '',
  code: true,
  defining: true,
  isolating: true,
  renderHTML: (): DOMOutputSpec => ['pre', { 'data-source': '' }, ['code', 0]],
});

const horizontalRule = Node.create({
  name: 'horizontalRule',
  group: 'block',
  parseHTML: () => [{ tag: 'hr' }],
  renderHTML: () => ['hr'],
});

const hardBreak = Node.create({
  name: 'hardBreak',
  group: 'inline',
  inline: true,
  selectable: false,
  linebreakReplacement: true,
  parseHTML: () => [{ tag: 'br' }],
  renderHTML: () => ['br'],
  renderText: () => '\n',
  addKeyboardShortcuts() {
    return { 'Shift-Enter': ({ editor }) => editor.commands.insertContent({ type: 'hardBreak' }) };
  },
});

const image = Node.create({
  name: 'image',
  group: 'inline',
  inline: true,
  draggable: true,
  addAttributes: () => ({
    src: { default: '' },
    alt: { default: '' },
    title: { default: null },
    width: { default: null },
    height: { default: null },
  }),
  parseHTML: () => [{ tag: 'img[src]' }],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
});

export const blockNodes = [
  doc,
  text,
  paragraph,
  heading,
  blockquote,
  bulletList,
  orderedList,
  codeBlock,
  sourceBlock,
  horizontalRule,
  hardBreak,
  image,
];
