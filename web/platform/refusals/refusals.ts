// What the server refuses, in the language of the page. It sends English, with the name of the sentence and what fills it.
import { currentLanguage } from '../i18n.ts';
import { fill } from './fill.ts';

let french: Readonly<Record<string, string>> | undefined;

/** Reads the sentences of the language; `sayTold` knows them then. Where they can't be read, English is shown. */
export async function loadRefusals(): Promise<void> {
  if (currentLanguage() !== 'fr' || french !== undefined) return;
  french = await import('../../locales/fr/refusals.ts').then(
    ({ refusals }) => refusals,
    () => undefined,
  );
}

/** The sentence that the server told by its name; undefined where there are only its own words. */
export const sayTold = (told: unknown): string | undefined =>
  currentLanguage() === 'fr' && french !== undefined ? fill(french, told) : undefined;
