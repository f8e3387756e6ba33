// References to artifacts on a page, and who stays at one with the mouse or by keys.
import { isNumber, ownPath, pageOf } from '../../../platform/addresses.ts';

export interface Pointed {
  link: HTMLAnchorElement;
  /** Of the artifact. */
  id: number;
  /** How it is called there, such as `story`; undefined where the server has said that it is one. */
  keyword: string | undefined;
}

export const cardId = 'reference-card';

/** Somebody who stays this long wants to know; who has left for this long does not go to the card, ms. */
const stayMs = 300;
const leaveMs = 200;

const references = 'a[data-reference], a[href*="/goto?key="]';

function readReference(target: EventTarget | null): Pointed | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>(references) : null;
  const [, id = ''] = /^\/artifacts\/(\d+)$/.exec(link === null ? '' : pageOf(ownPath(link.href))) ?? [];
  if (link === null || !isNumber(id)) return undefined;
  return { link, id: Number(id), keyword: new URL(link.href).searchParams.get('key') ?? undefined };
}

/** Tells at whose reference to show what it leads to, and when to show nothing; gives what ends that. A finger gets no card: it follows. */
export function watchReferences(show: (pointed: Pointed | undefined) => void): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let shown: Pointed | undefined;
  const set = (pointed: Pointed | undefined): void => {
    clearTimeout(waiting);
    if (pointed?.link === shown?.link) return;
    shown = pointed?.link.isConnected === true ? pointed : undefined;
    show(shown);
  };
  const hide = (): void => set(undefined);
  const point = ({ target, pointerType }: PointerEvent): void => {
    if (pointerType !== 'mouse') return;
    clearTimeout(waiting);
    if (target instanceof Element && target.closest(`#${cardId}`) !== null) return;
    const pointed = readReference(target);
    if (pointed?.link !== shown?.link)
      waiting = setTimeout(() => set(pointed), pointed === undefined ? leaveMs : stayMs);
  };
  const reach = ({ target }: FocusEvent): void => {
    const pointed = readReference(target);
    if (pointed?.link.matches(':focus-visible') === true) set(pointed);
  };
  const press = (event: KeyboardEvent): void => {
    // The card alone goes, and what lies below it stays.
    if (event.key === 'Escape' && shown !== undefined) event.stopPropagation();
    hide();
  };
  const ending = new AbortController();
  const options = { capture: true, signal: ending.signal };
  document.addEventListener('pointerover', point, options);
  document.addEventListener('focusin', reach, options);
  document.addEventListener('focusout', hide, options);
  document.addEventListener('keydown', press, options);
  document.addEventListener('pointerdown', hide, options);
  document.addEventListener('scroll', hide, { ...options, passive: true });
  return () => {
    ending.abort();
    clearTimeout(waiting);
  };
}
