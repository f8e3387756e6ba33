// What can be done with the part of a rich text that the caret is in: a link, a table, a block of code.
import { useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import type { Editor } from '@tiptap/core';
import { addColumnAfter, addRowAfter, deleteColumn, deleteRow, deleteTable, isInTable } from '@tiptap/pm/tables';
import { useEffect } from '../../../platform/effects.ts';
import { t } from '../../../platform/i18n.ts';
import type { PlainKey } from '../../../platform/i18n.ts';
import { Button } from '../../button.tsx';
import { TextField } from '../../forms/fields.tsx';
import { isLinkable } from './linkable.ts';
import css from './rich.module.css';

type TableCommand = typeof addRowAfter;

const tableCommands: readonly (readonly [PlainKey, TableCommand])[] = [
  ['editors.rich.addRow', addRowAfter],
  ['editors.rich.addColumn', addColumnAfter],
  ['editors.rich.deleteRow', deleteRow],
  ['editors.rich.deleteColumn', deleteColumn],
  ['editors.rich.deleteTable', deleteTable],
];

export const TableBar = ({ editor }: { editor: Editor }): ReactNode => (
  <div className={css.part} role="group" aria-label={t('editors.rich.table')}>
    {tableCommands.map(([label, command]) => (
      <Button
        key={label}
        tone="quiet"
        onPress={() => {
          command(editor.state, editor.view.dispatch);
          editor.commands.focus();
        }}
      >
        {t(label)}
      </Button>
    ))}
  </div>
);

/** Whether the caret is in a table. */
export const hasTable = (editor: Editor): boolean => isInTable(editor.state);

export function CodeBar({ editor }: { editor: Editor }): ReactNode {
  const language: unknown = editor.getAttributes('codeBlock')['language'];
  return (
    <div className={css.part} role="group" aria-label={t('editors.rich.codeBlock')}>
      <TextField
        label={t('editors.rich.language')}
        value={typeof language === 'string' ? language : ''}
        onChange={(name) => editor.commands.updateAttributes('codeBlock', { language: name.replaceAll(/[`\n]/g, '') })}
        placeholder="typescript"
      />
    </div>
  );
}

/** An address as people type it: one of the web without its protocol, too. */
const completeAddress = (typed: string): string =>
  /^[\w-]+(?:\.[\w-]+)+(?:[/?#]|$)/.test(typed) ? `https://${typed}` : typed;

export function LinkBar({ editor, onClose }: { editor: Editor; onClose(): void }): ReactNode {
  const former: unknown = editor.getAttributes('link')['href'];
  const [address, setAddress] = useState(typeof former === 'string' ? former : '');
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.querySelector('input')?.focus();
  }, []);
  const close = (): void => {
    onClose();
    editor.commands.focus();
  };
  const href = completeAddress(address.trim());
  const isWrong = href !== '' && !isLinkable(href);
  const apply = (): void => {
    if (isWrong) return;
    const chain = editor.chain().focus().extendMarkRange('link');
    if (href === '') chain.unsetMark('link').run();
    else if (editor.state.selection.empty && former === undefined)
      chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run();
    else chain.setMark('link', { href }).run();
    close();
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') apply();
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div ref={box} className={css.part} role="group" aria-label={t('editors.rich.link')}>
      <div className={css.address} onKeyDown={press}>
        <TextField
          label={t('editors.rich.address')}
          value={address}
          onChange={setAddress}
          inputMode="url"
          error={isWrong ? t('editors.rich.wrongAddress') : undefined}
        />
      </div>
      <Button onPress={apply}>{t('editors.rich.apply')}</Button>
      {former !== undefined && (
        <Button
          tone="quiet"
          onPress={() => {
            editor.chain().focus().extendMarkRange('link').unsetMark('link').run();
            close();
          }}
        >
          {t('editors.rich.removeLink')}
        </Button>
      )}
    </div>
  );
}
