// What the server refuses, in the language of the page. It sends English, with the name of the sentence and what fills it.
import { currentLanguage } from '../i18n.ts';
import { fill } from './fill.ts';

let french: Readonly<Record<'refusals' | 'hints', Readonly<Record<string, string>>>> | undefined;

/** Reads the sentences of the language; `sayI18n` knows them then. Where they can't be read, English is shown. */
export async function loadRefusals(): Promise<void> {
  if (currentLanguage() !== 'fr' || french !== undefined) return;
  french = await Promise.all([import('../../locales/fr/errors.ts'), import('../../locales/fr/setting-hints.ts')]).then(
    ([{ refusals }, { settingHints: hints }]) => ({ refusals, hints }),
    () => undefined,
  );
}

/** The sentence that the server names; undefined where there are only its own words. */
export const sayI18n = (message: unknown): string | undefined =>
  currentLanguage() === 'fr' && french !== undefined ? fill(french.refusals, message, french.hints) : undefined;
