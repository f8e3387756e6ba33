// An editor of one text, in the format that the text has. What it writes is what was read, but for the blocks that were changed.
import { Editor, Extension } from '@tiptap/core';
import { dropCursor } from '@tiptap/pm/dropcursor';
import { gapCursor } from '@tiptap/pm/gapcursor';
import { history, redo, undo } from '@tiptap/pm/history';
import { Slice } from '@tiptap/pm/model';
import { Selection } from '@tiptap/pm/state';
import type { EditorProps } from '@tiptap/pm/view';
import { openText } from './formats/open-text.ts';
import type { OpenText } from './formats/open-text.ts';
import type { TextFormat } from './formats/read-block.ts';
import { readMarkdown } from './formats/read-markdown.ts';
import { listItem } from './list-item.ts';
import { pastedTable, tidyPasted } from './paste.ts';
import { textExtensions } from './schema.ts';
import { sourceView } from './source-view.ts';

interface Options {
  element: HTMLElement;
  source: string;
  format: TextFormat;
  labels: { task: string; showSource: string };
  /** Of the element that is written in. */
  attributes: Record<string, string>;
  isDisabled: boolean;
  onWrite(source: string): void;
  /** Returns whether the key is used up. */
  onKeyDown(event: KeyboardEvent): boolean;
  /** Returns whether the files are taken. */
  onFiles(data: DataTransfer | null): boolean;
}

export interface TextEditor {
  editor: Editor;
  /** Shows another text; what can be undone is forgotten. */
  show(source: string): void;
  /** Puts a text in Markdown where the caret is. */
  insert(markdown: string): void;
}

const undoing = Extension.create({
  name: 'undoing',
  addProseMirrorPlugins: () => [history(), gapCursor(), dropCursor({ class: 'drop-cursor', color: false })],
  addKeyboardShortcuts: () => ({
    'Mod-z': ({ editor }) => undo(editor.state, editor.view.dispatch),
    'Mod-y': ({ editor }) => redo(editor.state, editor.view.dispatch),
    'Shift-Mod-z': ({ editor }) => redo(editor.state, editor.view.dispatch),
  }),
});

function propsOf({ attributes, onKeyDown, onFiles }: Options, paste: (event: ClipboardEvent) => boolean): EditorProps {
  return {
    attributes: { role: 'textbox', 'aria-multiline': 'true', dir: 'auto', ...attributes },
    handleDOMEvents: {
      // The editor's own keys come after those of the page around it.
      keydown: (_view, event) => onKeyDown(event),
      drop(_view, event) {
        const isTaken = onFiles(event.dataTransfer);
        if (isTaken) event.preventDefault();
        return isTaken;
      },
    },
    handlePaste: (_view, event) => onFiles(event.clipboardData) || paste(event),
    transformPastedHTML: tidyPasted,
    clipboardTextSerializer: (slice) => slice.content.textBetween(0, slice.content.size, '\n\n', '\n'),
  };
}

export function createTextEditor(options: Options): TextEditor {
  const { element, format, labels } = options;
  let opened: OpenText | undefined;
  const item = listItem.configure({ taskLabel: labels.task });
  const editor = new Editor({
    element,
    injectCSS: false,
    editable: !options.isDisabled,
    extensions: [
      ...textExtensions.map((extension) => (extension.name === 'listItem' ? item : extension)),
      sourceView(format, labels.showSource),
      undoing,
    ],
    editorProps: propsOf(options, (event) => {
      const rows = pastedTable(event.clipboardData, editor.schema);
      if (rows === undefined || editor.isActive('codeBlock') || editor.isActive('sourceBlock')) return false;
      editor.view.dispatch(editor.state.tr.replaceSelectionWith(rows).scrollIntoView());
      return true;
    }),
    onUpdate: ({ transaction }) => {
      if (opened !== undefined && transaction.docChanged && transaction.getMeta('isShown') !== true)
        options.onWrite(opened.write(editor.state.doc));
    },
  });
  const { schema } = editor;
  const show = (source: string): void => {
    opened = openText(schema, source, format);
    const { tr } = editor.state;
    tr.replaceWith(0, tr.doc.content.size, [...opened.blocks])
      .setMeta('isShown', true)
      .setMeta('addToHistory', false);
    editor.view.dispatch(tr.setSelection(Selection.atEnd(tr.doc)));
  };
  show(options.source);
  return {
    editor,
    show,
    insert(markdown) {
      const blocks = readMarkdown(schema, markdown).map(({ node }) => node);
      const [first] = blocks;
      const isWords = blocks.length === 1 && first?.type.name === 'paragraph';
      const content = isWords ? first.content : schema.topNodeType.create(null, blocks).content;
      editor.view.dispatch(editor.state.tr.replaceSelection(new Slice(content, 0, 0)).scrollIntoView());
    },
  };
}
