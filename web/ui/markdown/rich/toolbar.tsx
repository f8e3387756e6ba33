// The buttons above a rich text: one stop of the Tab key, with arrows between them.
import {
  Bold,
  Code,
  Heading,
  Italic,
  Link,
  List,
  ListChecks,
  ListOrdered,
  Redo2,
  SquareCode,
  Strikethrough,
  Table,
  TextQuote,
  Undo2,
} from 'lucide-react';
import { useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import type { Editor } from '@tiptap/core';
import { redo, redoDepth, undo, undoDepth } from '@tiptap/pm/history';
import { t } from '../../../platform/i18n.ts';
import type { PlainKey } from '../../../platform/i18n.ts';
import { bulletList, codeBlock, heading, orderedList, quotation, table, taskList } from './commands.ts';
import type { BlockCommand } from './commands.ts';
import css from './rich.module.css';

interface Tool {
  id: string;
  label: PlainKey;
  keys?: string;
  icon: ReactNode;
  isActive?(editor: Editor): boolean;
  isDisabled?(editor: Editor): boolean;
  run(editor: Editor): void;
}

const isInCode = (editor: Editor): boolean => editor.isActive('codeBlock') || editor.isActive('sourceBlock');

const markTool = (id: string, label: PlainKey, keys: string, icon: ReactNode): Tool => ({
  id,
  label,
  keys,
  icon,
  isActive: (editor) => editor.isActive(id),
  isDisabled: isInCode,
  run: (editor) => void editor.chain().focus().toggleMark(id).run(),
});

const blockTool = (command: BlockCommand, icon: ReactNode): Tool => ({ ...command, icon });

const tools = (askLink: () => void): readonly Tool[] => [
  markTool('bold', 'editors.rich.bold', 'Ctrl+B', <Bold />),
  markTool('italic', 'editors.rich.italic', 'Ctrl+I', <Italic />),
  markTool('strike', 'editors.rich.strike', 'Ctrl+Shift+S', <Strikethrough />),
  markTool('code', 'editors.rich.code', 'Ctrl+E', <Code />),
  {
    id: 'link',
    label: 'editors.rich.link',
    keys: 'Ctrl+K',
    icon: <Link />,
    isActive: (editor) => editor.isActive('link'),
    isDisabled: isInCode,
    run: askLink,
  },
  blockTool(heading, <Heading />),
  blockTool(bulletList, <List />),
  blockTool(orderedList, <ListOrdered />),
  blockTool(taskList, <ListChecks />),
  blockTool(quotation, <TextQuote />),
  blockTool(codeBlock, <SquareCode />),
  blockTool(table, <Table />),
  {
    id: 'undo',
    label: 'editors.rich.undo',
    keys: 'Ctrl+Z',
    icon: <Undo2 />,
    isDisabled: (editor) => undoDepth(editor.state) === 0,
    run(editor) {
      undo(editor.state, editor.view.dispatch);
      editor.commands.focus();
    },
  },
  {
    id: 'redo',
    label: 'editors.rich.redo',
    keys: 'Ctrl+Y',
    icon: <Redo2 />,
    isDisabled: (editor) => redoDepth(editor.state) === 0,
    run(editor) {
      redo(editor.state, editor.view.dispatch);
      editor.commands.focus();
    },
  },
];

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

export function RichToolbar({
  editor,
  controls,
  onLink,
}: {
  editor: Editor;
  controls: string;
  onLink(): void;
}): ReactNode {
  const bar = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState('bold');
  const shown = tools(onLink);
  const move = (event: KeyboardEvent): void => {
    const buttons = [...(bar.current?.querySelectorAll('button') ?? [])];
    const at = buttons.findIndex((button) => button === document.activeElement);
    const step = steps[event.key];
    const isBackwards = bar.current?.matches(':dir(rtl)') === true;
    let to: HTMLButtonElement | undefined;
    if (event.key === 'Home') [to] = buttons;
    else if (event.key === 'End') to = buttons.at(-1);
    else if (step !== undefined) to = buttons.at((at + (isBackwards ? -step : step)) % buttons.length);
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    to.focus();
  };
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={t('editors.rich.toolbar')}
      aria-controls={controls}
      className={css.toolbar}
      onKeyDown={move}
    >
      {shown.map(({ id, label, keys, icon, isActive, isDisabled, run }) => (
        <button
          key={id}
          type="button"
          className={css.tool}
          tabIndex={id === current ? 0 : -1}
          aria-label={t(label)}
          title={keys === undefined ? t(label) : `${t(label)} (${keys})`}
          {...(isActive === undefined ? {} : { 'aria-pressed': isActive(editor) })}
          aria-disabled={isDisabled?.(editor) === true}
          onFocus={() => setCurrent(id)}
          // The text keeps its selection.
          onMouseDown={(event) => event.preventDefault()}
          onKeyDown={(event) => {
            if (event.key === 'Enter' || event.key === ' ') event.stopPropagation();
          }}
          onClick={() => {
            if (isDisabled?.(editor) !== true) run(editor);
          }}
        >
          {icon}
        </button>
      ))}
    </div>
  );
}
