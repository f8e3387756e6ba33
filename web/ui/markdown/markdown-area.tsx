// A text as it is written: a plain text area with keys for what is written often, completion, and pictures that are pasted or dropped.
import { useState } from 'react';
import type { ClipboardEvent, DragEvent, KeyboardEvent, ReactNode, RefObject } from 'react';
import { t } from '../../platform/i18n.ts';
import ui from '../ui.module.css';
import type { Nearby } from './candidates.ts';
import { CompletionList, entryId } from './completion-list.tsx';
import { insertLink, toggleMarks } from './markdown-edits.ts';
import type { Edit, Selection } from './markdown-edits.ts';
import css from './markdown.module.css';
import { useCompletion } from './use-completion.ts';

type OnFiles = (files: readonly File[], insert: (text: string) => void) => void;

interface Props {
  area: RefObject<HTMLTextAreaElement | null>;
  control: Readonly<Record<string, string | boolean | undefined>>;
  value: string;
  onChange(text: string): void;
  projectId: number | undefined;
  nearby: readonly Nearby[];
  rows: number;
  isDisabled: boolean;
  onFocus(): void;
  onSend: (() => void) | undefined;
  onFiles: OnFiles | undefined;
}

const marksByKey: Readonly<Record<string, (text: string, selection: Selection) => Edit>> = {
  b: (text, selection) => toggleMarks(text, selection, '**'),
  i: (text, selection) => toggleMarks(text, selection, '_'),
  k: insertLink,
};

/** Changes a text area as typing would. The old command alone is something that browsers can undo. */
function applyEdit(area: HTMLTextAreaElement, { start, end, insert, select }: Edit): void {
  area.focus();
  area.setSelectionRange(start, end);
  if (!document.execCommand('insertText', false, insert)) {
    area.setRangeText(insert, start, end, 'end');
    area.dispatchEvent(new Event('input', { bubbles: true }));
  }
  area.setSelectionRange(select.start, select.end);
}

/** What files do that come by paste or drop. */
function useFiles(area: RefObject<HTMLTextAreaElement | null>, onFiles: OnFiles | undefined) {
  const [isOver, setOver] = useState(false);
  const hand = (event: ClipboardEvent | DragEvent, data: DataTransfer | null): void => {
    const files = [...(data?.files ?? [])];
    const { current } = area;
    if (onFiles === undefined || files.length === 0 || current === null) return;
    event.preventDefault();
    const { selectionStart: at } = current;
    onFiles(files, (text) => {
      const place = Math.min(at, current.value.length);
      // Whoever typed on meanwhile stays where they are.
      const { selectionStart, selectionEnd } = current;
      const moved = (caret: number): number => (caret >= place ? caret + text.length : caret);
      const select = { start: moved(selectionStart), end: moved(selectionEnd) };
      applyEdit(current, { start: place, end: place, insert: text, select });
    });
  };
  return {
    'data-drop': isOver,
    onPaste: (event: ClipboardEvent) => hand(event, event.clipboardData),
    onDragOver: (event: DragEvent) => {
      if (onFiles === undefined || !event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false);
      hand(event, event.dataTransfer);
    },
  };
}

export function MarkdownArea({ area, control, value, onChange, projectId, nearby, ...more }: Props): ReactNode {
  const apply = (edit: Edit): void => {
    if (area.current !== null) applyEdit(area.current, edit);
  };
  const completion = useCompletion({ area, projectId, nearby, apply });
  const files = useFiles(area, more.onFiles);
  const press = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (completion.take(event)) return;
    if (!event.ctrlKey && !event.metaKey) return;
    const { selectionStart: start, selectionEnd: end } = event.currentTarget;
    const edit =
      event.shiftKey || event.altKey ? undefined : marksByKey[event.key.toLowerCase()]?.(value, { start, end });
    if (edit !== undefined) apply(edit);
    else if (event.key === 'Enter' && more.onSend !== undefined) more.onSend();
    else return;
    event.preventDefault();
  };
  return (
    <>
      <textarea
        dir="auto"
        ref={area}
        {...control}
        value={value}
        disabled={more.isDisabled}
        onChange={({ target }) => onChange(target.value)}
        className={`${ui.input} ${css.area}`}
        rows={more.rows}
        aria-autocomplete="list"
        aria-controls={completion.isOpen ? completion.id : undefined}
        aria-activedescendant={completion.isOpen ? entryId(completion.id, completion.active) : undefined}
        onFocus={more.onFocus}
        onKeyDown={press}
        onSelect={completion.look}
        onInput={completion.look}
        onBlur={completion.leave}
        {...files}
      />
      {completion.isOpen && (
        <CompletionList {...completion} label={t('ui.markdown.offers')} onChoose={completion.choose} />
      )}
    </>
  );
}
