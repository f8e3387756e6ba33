// Values that are chosen in a list, as its editor holds them. Pure.
import type { Edit } from '../editing.ts';

/** Ids of values, of people, or of groups. */
export type ChosenEdit = { kind: 'chosen'; ids: readonly string[] };

/** The value "none" of a list. */
export const noneId = '100';

export const chosen = (ids: readonly string[]): ChosenEdit => ({ kind: 'chosen', ids });

export const isChosen = (edit: Edit | undefined): edit is ChosenEdit => edit?.kind === 'chosen';

/** What an address names, with commas between. */
export const idsIn = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
