// What every language has: the keys of English, with texts of the same kind.
import type { en } from './en/index.ts';

export type Texts = typeof en;
export type TextKey = keyof Texts;

/** A text by number, chosen by the rules of the language. */
export interface Plural {
  one: string;
  other: string;
}

export type Catalog = { [Key in TextKey]: Texts[Key] extends string ? string : Plural };
