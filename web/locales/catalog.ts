// What every language has: the keys of English, with texts of the same kind.
import type { en } from './en/index.ts';
import type { administration } from './en/administration/index.ts';
import type { pages } from './en/pages/index.ts';

type EarlyTexts = typeof en;
type PageTexts = typeof pages;
type AdministrationTexts = typeof administration;
export type Texts = EarlyTexts & PageTexts & AdministrationTexts;
export type TextKey = keyof Texts;

/** A text by number, chosen by the rules of the language. */
export interface Plural {
  one: string;
  other: string;
}

type Same<Of> = { [Key in keyof Of]: Of[Key] extends string ? string : Plural };

/** Read before the first page. */
export type Catalog = Same<EarlyTexts>;

/** Read with the first page that is not the home of people. */
export type PageCatalog = Same<PageTexts>;

/** Read with the pages that have them. */
export type AdministrationCatalog = Same<AdministrationTexts>;
