// The keys of boards, for the overview of keys; a board itself listens.
import type { Shortcut } from '../../platform/keyboard/shortcuts.ts';

const run = (): void => undefined;

export const boardKeys: readonly Shortcut[] = [
  { keys: 'arrows', label: 'boards.key.focus', run },
  { keys: 'mod+arrows', label: 'boards.key.move', run },
];

/** Where cards have an order and several can be chosen, too. */
export const orderedBoardKeys: readonly Shortcut[] = [
  ...boardKeys,
  { keys: 'mod+Home', label: 'boards.key.end', run },
  { keys: 'x', label: 'boards.key.choose', run },
];
