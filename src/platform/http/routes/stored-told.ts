// Sentences that stay in a column beside their English words, for pages in other languages.
import type { Static } from 'typebox';
import { tellOf } from '../../texts/said.ts';
import type { Said } from '../../texts/said.ts';
import { shapeCheck } from '../../texts/shape.ts';
import { ToldSentence } from './schema.ts';

const isTold = shapeCheck(ToldSentence);

/** JSON of the name and the values; empty for words without a name. */
export const storeTold = (sentence: string | Said): string =>
  typeof sentence === 'string' ? '' : JSON.stringify(tellOf(sentence));

/** What answers have of it; nothing where the words have no name. Throws for a row that no version of the server wrote. */
export function readTold(json: string): { told?: Static<typeof ToldSentence> } {
  if (json === '') return {};
  const told: unknown = JSON.parse(json);
  if (!isTold(told)) throw new Error('a stored sentence tells nothing');
  return { told };
}
