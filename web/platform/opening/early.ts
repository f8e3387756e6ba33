// What somebody did with a page that was drawn before its program listened: it is done once the program does.
import { isTyping } from '../keyboard/typing.ts';

type EarlyEvent =
  | { type: 'keydown' | 'click'; target: Element; init: KeyboardEventInit & MouseEventInit }
  /** `value`: of the field after it. */
  | { type: 'input'; target: Element; value: string };

declare global {
  /** Gives what was done, in its order, and keeps nothing more; the document's first script has it where something is drawn. */
  var tepalTakeEarly: (() => readonly EarlyEvent[]) | undefined;
}

/** The mark in the browser's own timeline of when the first page listens. */
const listens = 'tepal-listens';

let isTakingOver = false;

/** The program is about to take over a page that is drawn; `whenTakenOver` says that it has. */
export const takeOver = (): void => {
  isTakingOver = true;
};

export const isPageTakenOver = (): boolean => !isTakingOver;

/** What was typed into a field, as if it was typed now: React compares with what it put there last. */
function typeAgain(field: Element, value: string): void {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  field.value = value === '' ? ' ' : '';
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

function pressAgain(place: Element, init: KeyboardEventInit): void {
  const isTaken = !place.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }));
  // A key before may have put the focus into a field, where this one writes.
  if (!isTaken && isTyping(place) && init.key?.length === 1) document.execCommand('insertText', false, init.key);
}

async function doAgain(): Promise<void> {
  // Shortcuts of the page are there when the effects of this turn have run.
  await Promise.resolve();
  for (const event of globalThis.tepalTakeEarly?.() ?? []) {
    // Each after what the one before it has changed is drawn.
    await Promise.resolve();
    const { target } = event;
    const place = target !== document.body && target.isConnected ? target : (document.activeElement ?? document.body);
    if (event.type === 'input') typeAgain(place, event.value);
    else if (event.type === 'keydown') pressAgain(place, event.init);
    // Without `detail`, as from a screen reader: no pointer went down before it.
    else place.dispatchEvent(new MouseEvent('click', { ...event.init, bubbles: true, cancelable: true }));
  }
}

/** To be called by effects of pages: what was drawn for the first of them has become one. */
export function whenTakenOver(): void {
  if (performance.getEntriesByName(listens).length === 0) performance.mark(listens);
  if (!isTakingOver) return;
  isTakingOver = false;
  void doAgain();
}
