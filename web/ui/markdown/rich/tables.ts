// Tables: a row of heads and rows of cells, each cell one paragraph, as Markdown has them.
import { Extension, Node } from '@tiptap/core';
import { goToNextCell, tableEditing } from '@tiptap/pm/tables';
import type { DOMOutputSpec } from '@tiptap/pm/model';
import { styleOf } from './foreign-html.ts';

const roles: Readonly<Record<string, string>> = {
  table: 'table',
  tableRow: 'row',
  tableCell: 'cell',
  tableHeader: 'header_cell',
};

const table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: (): DOMOutputSpec => ['table', ['tbody', 0]],
});

const tableRow = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableHeader)*',
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: () => ['tr', 0],
});

const alignments = ['left', 'right', 'center'];

/** Markdown has no cells over several rows or columns, so there are none. */
const cellAttributes = () => ({
  colspan: { default: 1, rendered: false, parseHTML: () => 1 },
  rowspan: { default: 1, rendered: false, parseHTML: () => 1 },
  colwidth: { default: null, rendered: false, parseHTML: () => null },
  align: {
    default: null,
    parseHTML: (cell: HTMLElement) => {
      const written = /text-align:\s*(\w+)/.exec(styleOf(cell))?.[1];
      const found = cell.dataset['align'] ?? written ?? cell.getAttribute('align') ?? '';
      return alignments.includes(found) ? found : null;
    },
    renderHTML: ({ align }: Record<string, unknown>) => (typeof align === 'string' ? { 'data-align': align } : {}),
  },
});

const tableCell = Node.create({
  name: 'tableCell',
  content: 'paragraph',
  isolating: true,
  addAttributes: cellAttributes,
  parseHTML: () => [{ tag: 'td' }],
  renderHTML: ({ HTMLAttributes }) => ['td', HTMLAttributes, 0],
});

const tableHeader = Node.create({
  name: 'tableHeader',
  content: 'paragraph',
  isolating: true,
  addAttributes: cellAttributes,
  parseHTML: () => [{ tag: 'th' }],
  renderHTML: ({ HTMLAttributes }) => ['th', HTMLAttributes, 0],
});

const tableKeys = Extension.create({
  name: 'tableKeys',
  extendNodeSchema: ({ name }) => {
    const tableRole = roles[name];
    return tableRole === undefined ? {} : { tableRole };
  },
  addProseMirrorPlugins: () => [tableEditing()],
  addKeyboardShortcuts: () => ({
    Tab: ({ editor }) => goToNextCell(1)(editor.state, editor.view.dispatch),
    'Shift-Tab': ({ editor }) => goToNextCell(-1)(editor.state, editor.view.dispatch),
    // A cell is one paragraph.
    Enter: ({ editor }) =>
      (editor.isActive('tableCell') || editor.isActive('tableHeader')) &&
      editor.commands.insertContent({ type: 'hardBreak' }),
  }),
});

export const tableNodes = [table, tableRow, tableCell, tableHeader, tableKeys];
