// Keys that do something anywhere on a page. What is typed into a field is never taken for one.
import { useLayoutEffect } from '../effects.ts';
import type { PlainKey } from '../i18n.ts';
import { keep, readStored } from '../storage/browser-storage.ts';
import { isTyping } from './typing.ts';

export interface Shortcut {
  /** As KeyboardEvent.key; `mod+k` with Ctrl or Cmd; two keys in a row as `g h`. */
  keys: string;
  /** What it does, as the overview says it. */
  label: PlainKey;
  run(): void;
  /** Also while somebody types, as for `mod+Enter`. */
  whileTyping?: boolean;
  /** The heading that the overview has it under; that of the page without. */
  group?: PlainKey;
}

declare global {
  /** Keys that were pressed before there was a program, and what notes them; the script of the document makes it. */
  var earlyKeys: { keys: string[]; note(event: KeyboardEvent): void };
}

const active: Shortcut[] = [];
/** Two keys in a row count when they come within this, in ms. */
const sequenceMs = 1000;

/** What can be pressed on this page, later ones before earlier ones of the same keys. */
export const listShortcuts = (): readonly Shortcut[] => active;

export const areShortcutsOn = (): boolean => readStored('shortcuts') !== 'off';
export const switchShortcuts = (isOn: boolean): boolean => keep('shortcuts', isOn ? 'on' : 'off');

/** Has the shortcuts as long as the component is there. Give the same array again, or one that a memo keeps. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  useLayoutEffect(() => {
    // What surrounds pages comes before them, whichever was drawn first.
    active.unshift(...shortcuts.filter(({ group }) => group !== undefined));
    active.push(...shortcuts.filter(({ group }) => group === undefined));
    if (shortcuts.some(({ group }) => group !== undefined)) void pressEarlyKeys();
    return () => {
      for (const shortcut of shortcuts) active.splice(active.indexOf(shortcut), 1);
    };
  }, [shortcuts]);
}

/** Presses what was pressed before there was a frame, now that there is one: each after what the one before it has opened is drawn. */
async function pressEarlyKeys(): Promise<void> {
  const { keys, note } = globalThis.earlyKeys;
  removeEventListener('keydown', note, true);
  for (const key of keys.splice(0)) {
    await Promise.resolve();
    const place = document.activeElement ?? document.body;
    place.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  }
}

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** The name of a press, as `Shortcut.keys` has it. */
export const nameOf = ({ key, ctrlKey, metaKey }: Pressed): string =>
  ctrlKey || metaKey ? `mod+${key.length === 1 ? key.toLowerCase() : key}` : key;

/** Which shortcut a press means, after the press before it; the last added first. */
export function findShortcut(
  shortcuts: readonly Shortcut[],
  press: string,
  before: string | undefined,
): Shortcut | undefined {
  const sequence = before === undefined ? undefined : `${before} ${press}`;
  return shortcuts.findLast(({ keys }) => keys === sequence) ?? shortcuts.findLast(({ keys }) => keys === press);
}

/** Listens from now on; called once. */
export function listenForShortcuts(): void {
  let before: { press: string; atMs: number } | undefined;
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.altKey) return;
    const press = nameOf(event);
    const typing = isTyping(event.target);
    // What belongs to the box, such as a list that is open, has taken the key before.
    if (event.key === 'Escape' && typing && event.target instanceof HTMLElement) event.target.blur();
    const recent = before !== undefined && event.timeStamp - before.atMs < sequenceMs ? before.press : undefined;
    before = typing ? undefined : { press, atMs: event.timeStamp };
    const shortcut = findShortcut(active, press, recent);
    if (shortcut === undefined) return;
    const isPlain = !press.startsWith('mod+');
    if (typing && shortcut.whileTyping !== true) return;
    if (
      isPlain &&
      (!areShortcutsOn() ||
        document.querySelector('[role=dialog],[role=alertdialog],[role=menu],[role=listbox]') !== null)
    )
      return;
    event.preventDefault();
    before = undefined;
    shortcut.run();
  });
}
