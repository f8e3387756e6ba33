// A text in Markdown: a plain text area with a preview, keys for what is written often, and completion of people (@name) and
// artifacts (art #12). Pictures that are pasted or dropped are handed to whoever can keep them.
import { Eye, Pencil } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ClipboardEvent, DragEvent, KeyboardEvent, ReactNode, RefObject } from 'react';
import { api, take } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { Button } from '../button.tsx';
import { LabelText, useDescription, useFirstFocus } from '../forms/fields.tsx';
import { CompletionList, entryId } from './completion-list.tsx';
import { insertLink, toggleMarks } from './markdown-edits.ts';
import type { Edit, Selection } from './markdown-edits.ts';
import type { Nearby } from './candidates.ts';
import css from './markdown.module.css';
import { useCompletion } from './use-completion.ts';
import { describeError, Loading } from '../feedback/async-states.tsx';
import { Markup } from './markup.tsx';
import ui from '../ui.module.css';

interface MarkdownFieldProps {
  label: string;
  isLabelHidden?: boolean;
  hint?: ReactNode;
  error?: string | undefined;
  isRequired?: boolean;
  isDisabled?: boolean;
  value: string;
  onChange(text: string): void;
  /** Whose keywords lead references, and whose artifacts are offered; no preview without. */
  projectId: number | undefined;
  /** People who are offered before others. */
  nearby?: readonly Nearby[];
  rows?: number;
  autoFocus?: boolean;
  /** The text area, for whoever moves the focus there. */
  areaRef?: RefObject<HTMLTextAreaElement | null>;
  /** Ctrl Enter. */
  onSend?: () => void;
  /** Files that were pasted or dropped; `insert` puts a text where the caret was then. Without it they are not taken. */
  onFiles?: (files: readonly File[], insert: (text: string) => void) => void;
}

const noNearby: readonly Nearby[] = [];

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

/** What the text would look like; undefined while it is written. */
function usePreview(projectId: number | undefined, text: string) {
  const [shown, setShown] = useState<{ html?: string; problem?: string }>();
  const toggle = async (): Promise<void> => {
    if (shown !== undefined || projectId === undefined) return setShown(undefined);
    setShown({});
    try {
      const body = { text, format: 'commonmark' as const };
      const { html } = await take(
        api.POST('/projects/{id}/markup_preview', { params: { path: { id: projectId } }, body }),
      );
      setShown((now) => now && { html });
    } catch (error) {
      setShown((now) => now && { problem: describeError(error) });
    }
  };
  return { shown, toggle };
}

const Preview = ({ html, problem }: { html?: string; problem?: string }): ReactNode => (
  <div className={css.preview} role="region" aria-label={t('ui.markdown.preview')}>
    {problem !== undefined && <p className={ui.error}>{problem}</p>}
    {html === undefined && problem === undefined && <Loading lines={2} />}
    {html === '' ? (
      <p className={ui.faint}>{t('ui.markdown.nothing')}</p>
    ) : (
      html !== undefined && <Markup html={html} />
    )}
  </div>
);

/** What files do that come by paste or drop. */
function useFiles(area: RefObject<HTMLTextAreaElement | null>, onFiles: MarkdownFieldProps['onFiles']) {
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

const Switch = ({ isPreview, onPress }: { isPreview: boolean; onPress(): void }): ReactNode => (
  <Button tone="quiet" onPress={onPress}>
    {isPreview ? <Pencil /> : <Eye />}
    {isPreview ? t('ui.markdown.write') : t('ui.markdown.preview')}
  </Button>
);

export function MarkdownField({
  label,
  hint,
  error,
  value,
  onChange,
  projectId,
  ...more
}: MarkdownFieldProps): ReactNode {
  const { control, below } = useDescription({ hint, error, isRequired: more.isRequired });
  const own = useRef<HTMLTextAreaElement>(null);
  const area = more.areaRef ?? own;
  useFirstFocus(area, more.autoFocus === true);
  const { shown, toggle } = usePreview(projectId, value);
  const apply = (edit: Edit): void => {
    if (area.current !== null) applyEdit(area.current, edit);
  };
  const completion = useCompletion({ area, projectId, nearby: more.nearby ?? noNearby, apply });
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
    <div className={ui.field}>
      <div className={css.head}>
        <label htmlFor={control.id} className={more.isLabelHidden === true ? 'visually-hidden' : ui.label}>
          <LabelText label={label} isRequired={more.isRequired} />
        </label>
        {projectId !== undefined && <Switch isPreview={shown !== undefined} onPress={() => void toggle()} />}
      </div>
      <div className={css.place}>
        {shown === undefined ? (
          <textarea
            dir="auto"
            ref={area}
            {...control}
            value={value}
            disabled={more.isDisabled === true}
            onChange={({ target }) => onChange(target.value)}
            className={`${ui.input} ${css.area}`}
            rows={more.rows ?? 4}
            aria-autocomplete="list"
            aria-controls={completion.isOpen ? completion.id : undefined}
            aria-activedescendant={completion.isOpen ? entryId(completion.id, completion.active) : undefined}
            onKeyDown={press}
            onSelect={completion.look}
            onInput={completion.look}
            onBlur={completion.leave}
            {...files}
          />
        ) : (
          <Preview {...shown} />
        )}
        {completion.isOpen && shown === undefined && (
          <CompletionList {...completion} label={t('ui.markdown.offers')} onChoose={completion.choose} />
        )}
      </div>
      {below}
    </div>
  );
}
