// Sentences that stay in a column beside their English words, for pages in other languages.
import type { Static } from 'typebox';
import { i18nOf } from '../../texts/said.ts';
import type { Said } from '../../texts/said.ts';
import { shapeCheck } from '../../texts/shape.ts';
import { I18nMessage } from './schema.ts';

const isI18nMessage = shapeCheck(I18nMessage);

/** JSON of the name and the parameters; empty for words without a name. */
export const storeI18n = (sentence: string | Said): string =>
  typeof sentence === 'string' ? '' : JSON.stringify(i18nOf(sentence));

/** What answers have of it; nothing where the words have no name. Throws for a row that no version of the server wrote. */
export function readI18n(json: string): { i18n?: Static<typeof I18nMessage> } {
  if (json === '') return {};
  const i18n: unknown = JSON.parse(json);
  if (!isI18nMessage(i18n)) throw new Error('a stored sentence has no name');
  return { i18n };
}
