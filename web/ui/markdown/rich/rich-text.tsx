// A text as it will be read, edited as such; loaded where somebody writes so.
import { useId, useReducer, useRef, useState } from 'react';
import type { DragEvent, ReactNode, RefObject } from 'react';
import { useLayoutEffect } from '../../../platform/effects.ts';
import { t } from '../../../platform/i18n.ts';
import ui from '../../ui.module.css';
import type { Nearby } from '../candidates.ts';
import { CompletionList, entryId } from '../completion-list.tsx';
import type { TextFormat } from './formats/read-block.ts';
import { CodeBar, hasTable, LinkBar, TableBar } from './part-bar.tsx';
import css from './rich.module.css';
import { createTextEditor } from './text-editor.ts';
import type { TextEditor } from './text-editor.ts';
import { RichToolbar } from './toolbar.tsx';
import { useOffers } from './use-offers.ts';

export interface RichTextProps {
  label: string;
  format: TextFormat;
  value: string;
  onChange(text: string): void;
  projectId: number | undefined;
  nearby: readonly Nearby[];
  isDisabled: boolean;
  /** Has the focus at once, with the caret at the end. */
  hasFocus: boolean;
  /** What the control says of itself, as `useDescription` makes it. */
  control: Readonly<Record<string, string | boolean | undefined>>;
  /** The element that is written in, for whoever moves the focus there. */
  areaRef: RefObject<HTMLElement | null> | undefined;
  onSend: (() => void) | undefined;
  onFiles: ((files: readonly File[], insert: (text: string) => void) => void) | undefined;
}

const isMod = (event: KeyboardEvent): boolean => event.ctrlKey || event.metaKey;

/** Attributes that are there, by their names in HTML. */
const written = (attributes: RichTextProps['control']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) =>
      value === undefined || value === false ? [] : [[name, String(value)]],
    ),
  );

type Offers = ReturnType<typeof useOffers>;

/** What keys do before the editor's own. Returns whether the key is used up. */
function pressKey(event: KeyboardEvent, offers: Offers, onSend: (() => void) | undefined, onLink: () => void): boolean {
  if (offers.take(event)) return true;
  // Leaves the field, as everywhere.
  if (!isMod(event)) return event.key === 'Escape';
  if (event.key === 'Enter') {
    if (onSend !== undefined) {
      event.preventDefault();
      onSend();
    }
    return true;
  }
  if (event.key.toLowerCase() !== 'k' || event.shiftKey || event.altKey) return false;
  event.preventDefault();
  event.stopPropagation();
  onLink();
  return true;
}

/** What is said of the list that is open beside the text. */
function useListAttributes(area: HTMLElement | undefined, { isOpen, id, active }: Offers, props: RichTextProps): void {
  useLayoutEffect(() => {
    for (const [name, value] of Object.entries({
      'aria-invalid': props.control['aria-invalid'],
      'aria-describedby': props.control['aria-describedby'],
      'aria-autocomplete': 'list',
      'aria-controls': isOpen ? id : undefined,
      'aria-activedescendant': isOpen ? entryId(id, active) : undefined,
    }))
      if (value === undefined) area?.removeAttribute(name);
      else area?.setAttribute(name, String(value));
  });
}

/** The editor in `place`, as long as that is there; `latest` is what it is given by now. */
function useTextEditor(
  place: RefObject<HTMLDivElement | null>,
  latest: RefObject<RichTextProps & { id: string; offers: Offers | undefined; onLink(): void }>,
) {
  const [text, setText] = useState<TextEditor>();
  const [, showChange] = useReducer((count: number) => count + 1, 0);
  /** What the editor wrote last: another text comes from outside. */
  const source = useRef(latest.current.value);
  const { format, isDisabled, value } = latest.current;
  useLayoutEffect(() => {
    const { current: element } = place;
    if (element === null) return;
    const { control, label, hasFocus, areaRef, id } = latest.current;
    source.current = latest.current.value;
    const own = createTextEditor({
      element,
      source: source.current,
      format,
      isDisabled,
      labels: { task: t('editors.rich.task'), showSource: t('editors.rich.showSource') },
      attributes: { ...written(control), id, 'aria-label': label, class: css.text ?? '' },
      onWrite(next) {
        source.current = next;
        latest.current.onChange(next);
      },
      onKeyDown(event) {
        const { offers, onSend, onLink } = latest.current;
        return offers !== undefined && pressKey(event, offers, onSend, onLink);
      },
      onFiles(data) {
        const { onFiles } = latest.current;
        const files = [...(data?.files ?? [])];
        // What a spreadsheet copies has a picture beside its table.
        if (onFiles === undefined || files.length === 0 || data?.types.includes('text/html') === true) return false;
        onFiles(files, (markdown) => own.insert(markdown));
        return true;
      },
    });
    own.editor.on('transaction', () => {
      showChange();
      latest.current.offers?.look();
    });
    own.editor.on('blur', () => latest.current.offers?.leave());
    const area = own.editor.view.dom;
    if (areaRef !== undefined) areaRef.current = area;
    if (hasFocus) own.editor.commands.focus('end');
    setText(own);
    return () => {
      own.editor.destroy();
      if (areaRef?.current === area) areaRef.current = null;
    };
  }, [format, isDisabled]);
  useLayoutEffect(() => {
    if (text === undefined || value === source.current) return;
    source.current = value;
    text.show(value);
  }, [text, value]);
  return text;
}

export function RichText(props: RichTextProps): ReactNode {
  const [place, box] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  const id = useId();
  const [isLinking, setLinking] = useState(false);
  const [isOver, setOver] = useState(false);
  const current = { ...props, id, onLink: () => setLinking(true) };
  const latest = useRef<typeof current & { offers: Offers | undefined }>({ ...current, offers: undefined });
  Object.assign(latest.current, current);
  const text = useTextEditor(place, latest);
  const offers = useOffers(text, box, props.projectId, props.nearby);
  latest.current.offers = offers;
  useListAttributes(text?.editor.view.dom, offers, props);
  const hasFiles = (event: DragEvent): boolean =>
    props.onFiles !== undefined && event.dataTransfer.types.includes('Files');
  return (
    <div
      ref={box}
      className={css.box}
      data-drop={isOver}
      onDragOver={(event) => setOver(hasFiles(event))}
      onDragLeave={() => setOver(false)}
      onDrop={() => setOver(false)}
    >
      {text !== undefined && !props.isDisabled && (
        <>
          <RichToolbar editor={text.editor} controls={id} onLink={current.onLink} />
          {isLinking && <LinkBar editor={text.editor} onClose={() => setLinking(false)} />}
          {hasTable(text.editor) && <TableBar editor={text.editor} />}
          {text.editor.isActive('codeBlock') && <CodeBar editor={text.editor} />}
        </>
      )}
      <div ref={place} className={`${ui.markup} ${css.place}`} />
      {offers.isOpen && <CompletionList {...offers} label={t('ui.markdown.offers')} />}
    </div>
  );
}
