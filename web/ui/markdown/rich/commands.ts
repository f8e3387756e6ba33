// What buttons and the menu of / do to the text.
import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import type { PlainKey } from '../../../platform/i18n.ts';
import { tableOf } from './paste.ts';

export interface BlockCommand {
  id: string;
  label: PlainKey;
  isActive(editor: Editor): boolean;
  run(editor: Editor): void;
}

const items = (editor: Editor): { node: Node; at: number }[] => {
  const { $from, from, to } = editor.state.selection;
  const found: { node: Node; at: number }[] = [];
  editor.state.doc.nodesBetween(from, to, (node, at) => {
    if (node.type.name === 'listItem') found.push({ node, at });
  });
  const inner = found.filter(
    ({ at, node }) =>
      at >= $from.start(0) && !found.some((one) => one.at > at && one.at + one.node.nodeSize <= at + node.nodeSize),
  );
  return inner;
};

const isTask = (editor: Editor): boolean => items(editor).some(({ node }) => node.attrs['checked'] !== null);

/** Makes tasks of items, or items of tasks; a list first, where there is none. */
function toggleTasks(editor: Editor): void {
  if (items(editor).length === 0) editor.chain().focus().toggleList('bulletList', 'listItem').run();
  const checked = isTask(editor) ? null : false;
  const { tr } = editor.state;
  for (const { at } of items(editor)) tr.setNodeAttribute(at, 'checked', checked);
  editor.view.dispatch(tr);
  editor.commands.focus();
}

function toggleList(editor: Editor, name: 'bulletList' | 'orderedList'): void {
  editor.chain().focus().toggleList(name, 'listItem').run();
}

const isAny = (editor: Editor, name: string): boolean => editor.isActive(name);

const headingCommand = (level: 1 | 2 | 3): BlockCommand => ({
  id: `heading${level}`,
  label: `editors.rich.heading${level}`,
  isActive: (editor) => editor.isActive('heading', { level }),
  run: (editor) => void editor.chain().focus().toggleNode('heading', 'paragraph', { level }).run(),
});

export const heading: BlockCommand = headingCommand(2);

export const bulletList: BlockCommand = {
  id: 'bulletList',
  label: 'editors.rich.bulletList',
  isActive: (editor) => isAny(editor, 'bulletList') && !isTask(editor),
  run: (editor) => toggleList(editor, 'bulletList'),
};

export const orderedList: BlockCommand = {
  id: 'orderedList',
  label: 'editors.rich.orderedList',
  isActive: (editor) => isAny(editor, 'orderedList'),
  run: (editor) => toggleList(editor, 'orderedList'),
};

export const taskList: BlockCommand = {
  id: 'taskList',
  label: 'editors.rich.taskList',
  isActive: isTask,
  run: toggleTasks,
};

export const quotation: BlockCommand = {
  id: 'quote',
  label: 'editors.rich.quote',
  isActive: (editor) => isAny(editor, 'blockquote'),
  run: (editor) => void editor.chain().focus().toggleWrap('blockquote').run(),
};

export const codeBlock: BlockCommand = {
  id: 'codeBlock',
  label: 'editors.rich.codeBlock',
  isActive: (editor) => isAny(editor, 'codeBlock'),
  run: (editor) => void editor.chain().focus().toggleNode('codeBlock', 'paragraph').run(),
};

export const table: BlockCommand = {
  id: 'table',
  label: 'editors.rich.table',
  isActive: (editor) => isAny(editor, 'table'),
  run(editor) {
    if (isAny(editor, 'table')) return;
    const empty = ['', '', ''];
    const { from } = editor.state.selection;
    editor.view.dispatch(editor.state.tr.replaceSelectionWith(tableOf(editor.schema, [empty, empty, empty])));
    // Into the first cell.
    let cell: number | undefined;
    editor.state.doc.nodesBetween(Math.max(0, from - 1), editor.state.doc.content.size, (node, at) => {
      if (node.type.name === 'tableHeader') cell ??= at + 2;
      return cell === undefined;
    });
    editor.chain().focus(cell).run();
  },
};

const rule: BlockCommand = {
  id: 'rule',
  label: 'editors.rich.rule',
  isActive: () => false,
  run: (editor) => void editor.chain().focus().insertContent({ type: 'horizontalRule' }).run(),
};

/** What the menu of / offers. */
export const blockCommands: readonly BlockCommand[] = [
  headingCommand(1),
  heading,
  headingCommand(3),
  bulletList,
  orderedList,
  taskList,
  quotation,
  codeBlock,
  table,
  rule,
];
