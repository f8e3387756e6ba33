// How a sentence of the server begins where it stands by itself. Pure.
import { isRecord, listIn } from '../parse-unknown.ts';
import { withoutPart } from './without-part.ts';

/** The texts that fill the places of a sentence of the server, those of sentences in it too. */
export const namesIn = (message: unknown): string[] =>
  listIn(message, 'params').flatMap((value) =>
    typeof value === 'string' && value !== '' ? [value] : isRecord(value) ? namesIn(value) : [],
  );

/**
 * With a capital, as pages say sentences; the server begins them small, to be part of others. One of `names`, and what is no word of
 * the language, such as a setting, an address or a quotation, stays as it is.
 */
export function beginSentence(text: string, names: readonly string[]): string {
  const isName = names.some((name) => text.startsWith(name) && !/^[\p{L}\p{N}]/u.test(text.slice(name.length)));
  return isName
    ? text
    : text.replace(/^\p{Ll}(?=\p{L}*(?:[-’']\p{L}+)*(?:[ ,;]|$))/u, (letter) => letter.toLocaleUpperCase());
}

/** What the server refuses with: its English message, and `said`, which is that in the language of the page. */
export interface Refused {
  message: string;
  said?: string | undefined;
  names?: readonly string[];
}

/** A refusal as the sentence that a page shows, in its language where that is known. */
export const sayRefusal = ({ said, message, names = [] }: Refused): string =>
  beginSentence(said ?? withoutPart(message), names);
