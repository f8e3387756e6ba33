// What is offered at the caret of a rich text: people and artifacts that are being named, and blocks after a slash.
import { useId, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { TextSelection } from '@tiptap/pm/state';
import { foldText } from '../../../../contract/fold-text.ts';
import { t } from '../../../platform/i18n.ts';
import { useCandidates } from '../candidates.ts';
import type { Candidate, Nearby } from '../candidates.ts';
import { findTrigger } from '../completion.ts';
import type { Trigger } from '../completion.ts';
import { takeOfferKey } from '../offer-keys.ts';
import { blockCommands } from './commands.ts';
import type { TextEditor } from './text-editor.ts';

interface Offer extends Omit<Candidate, 'complete'> {
  choose(): void;
}

/** What is being typed that something is offered for, with where its block begins in the document. */
interface Typed {
  name: Trigger | undefined;
  /** After a slash at the start of a paragraph. */
  block: string | undefined;
  start: number;
  place: { left: number; top: number };
}

const listWidthPx = 320;

function readTyped({ editor }: TextEditor, box: HTMLElement): Typed | undefined {
  const { selection } = editor.state;
  const { $from } = selection;
  if (!(selection instanceof TextSelection) || !selection.empty || $from.parent.type.spec.code === true)
    return undefined;
  const text = $from.parent.textBetween(0, $from.parentOffset, undefined, '\uFFFC');
  const block = $from.parent.type.name === 'paragraph' ? /^\/([\p{L}\p{N} ]{0,20})$/u.exec(text)?.[1] : undefined;
  const name = block === undefined ? findTrigger(text, text.length) : undefined;
  if (block === undefined && name === undefined) return undefined;
  const start = $from.start();
  const { left, bottom } = editor.view.coordsAtPos(start + (name?.start ?? 0));
  const around = box.getBoundingClientRect();
  return {
    name,
    block,
    start,
    place: {
      left: Math.max(0, Math.min(left - around.left, around.width - listWidthPx)),
      top: bottom - around.top,
    },
  };
}

export function useOffers(
  text: TextEditor | undefined,
  box: RefObject<HTMLElement | null>,
  projectId: number | undefined,
  nearby: readonly Nearby[],
) {
  const id = useId();
  const [typed, setTyped] = useState<Typed>();
  const [active, setActive] = useState(0);
  /** Where something is that was refused with Escape. */
  const refused = useRef<number>(undefined);
  const candidates = useCandidates(typed?.name, projectId, nearby);
  const replace = (from: number, to: number, insert: string): void => {
    if (text === undefined) return;
    const { editor } = text;
    editor.view.dispatch(editor.state.tr.insertText(insert, from, to).scrollIntoView());
    editor.commands.focus();
    setTyped(undefined);
  };
  const offers = ((): readonly Offer[] => {
    if (typed === undefined || text === undefined) return [];
    const { name, block, start } = typed;
    if (name !== undefined)
      return candidates.map(({ complete, ...candidate }) => ({
        ...candidate,
        choose() {
          const edit = complete(name);
          replace(start + edit.start, start + edit.end, edit.insert);
        },
      }));
    const query = foldText(block ?? '');
    return blockCommands
      .filter(({ label }) => foldText(t(label)).includes(query))
      .map((command) => ({
        id: command.id,
        label: t(command.label),
        detail: '',
        choose() {
          replace(start, start + (block ?? '').length + 1, '');
          command.run(text.editor);
        },
      }));
  })();
  const isOpen = typed !== undefined && offers.length > 0;
  const choose = (offer: Offer): void => offer.choose();
  const close = (): void => {
    refused.current = typed === undefined ? undefined : typed.start + (typed.name?.start ?? 0);
    setTyped(undefined);
  };
  return {
    id,
    isOpen,
    candidates: offers,
    active: Math.min(active, offers.length - 1),
    place: typed?.place ?? { left: 0, top: 0 },
    onChoose: choose,
    leave: () => setTyped(undefined),
    /** To be called whenever the text or the caret may have changed. */
    look(): void {
      const next = text === undefined || box.current === null ? undefined : readTyped(text, box.current);
      const at = next === undefined ? undefined : next.start + (next.name?.start ?? 0);
      if (at !== refused.current) refused.current = undefined;
      if (next?.block !== typed?.block || next?.name?.query !== typed?.name?.query) setActive(0);
      setTyped(at !== undefined && at === refused.current ? undefined : next);
    },
    take: (event: KeyboardEvent): boolean =>
      isOpen && takeOfferKey(event, { candidates: offers, active, setActive, choose, close }),
  };
}
