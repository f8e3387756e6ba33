// What a word is, in documents and in what people search for: the same on every engine, because engines get words, not texts.
import { foldText } from '../../../platform/texts/fold-text.ts';

const anyCharacter = String.raw`[\p{L}\p{N}\p{M}]`;
/** Scripts that are written without spaces, and Korean, whose particles stick to the words. */
const unspacedScripts = String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]`;

/** Those of scripts with spaces; sources of regular expressions with the flag `v`. */
const spacedCharacter = `[${anyCharacter}--${unspacedScripts}]`;

const pieces = new RegExp(`([${anyCharacter}&&${unspacedScripts}]+)|${spacedCharacter}+`, 'gv');

/** Longer words are cut. */
const wordLengthMax = 64;

export interface Piece {
  text: string;
  /** Of a script without spaces: what is searched may stand anywhere in it. */
  isUnspaced: boolean;
  /** Where it starts in the text. */
  index: number;
}

/** Words of a text, in order: runs of letters and digits, apart where a script without spaces starts or ends. */
export function* piecesOf(text: string): Generator<Piece, void> {
  for (const match of text.matchAll(pieces))
    yield { text: match[0], isUnspaced: match[1] !== undefined, index: match.index };
}

const anyWord = new RegExp(anyCharacter, 'gv');
const spacedRun = new RegExp(`${spacedCharacter}+`, 'vy');
const spacedBefore = new RegExp(`(?<=${spacedCharacter})`, 'vy');

const isAsciiWord = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90);

function firstFrom(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Whether what stands before a place belongs to a word of a script with spaces. Other characters than ASCII take their time. */
export function isInsideWord(text: string, at: number): boolean {
  const code = at === 0 ? 0 : text.charCodeAt(at - 1);
  return code < 128 ? isAsciiWord(code) : firstFrom(spacedBefore, text, at) !== null;
}

/** Where the word of a script with spaces ends that starts at a place, or goes on there. */
export function endOfWord(text: string, at: number): number {
  let end = at;
  while (end < text.length && isAsciiWord(text.charCodeAt(end))) end += 1;
  if (end === text.length || text.charCodeAt(end) < 128) return end;
  return end + (firstFrom(spacedRun, text, end)?.[0].length ?? 0);
}

/** Where the next word starts, of any script, from a place on that is in none; the length of the text where there is none. */
export function startOfWord(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 128) return firstFrom(anyWord, text, at)?.index ?? text.length;
    if (isAsciiWord(code)) return at;
  }
  return text.length;
}

/** Greek has another sigma at the end of a word, which folding writes by what stands around it. */
const evenSigmas = (folded: string): string => folded.replaceAll('ς', 'σ');

/** The form in which words are compared; see foldText. */
export const foldWord = (word: string): string => evenSigmas(foldText(word)).normalize('NFC').slice(0, wordLengthMax);

/** What the index holds of a word that may have no spaces around it: each of its characters, and each two in a row. */
export function partsOfUnspaced(run: string): string[] {
  const characters = [...run];
  return [...characters, ...characters.slice(1).map((character, index) => `${characters[index]}${character}`)];
}

/** Names of elements that texts in HTML have; other things in angle brackets are words. */
const tags =
  /<\/?(?:a|b|blockquote|br|caption|center|code|col|dd|del|div|dl|dt|em|font|h[1-6]|hr|i|img|ins|kbd|li|ol|p|pre|q|s|small|span|strike|strong|sub|sup|table|tbody|td|tfoot|th|thead|tr|u|ul)(?:[\s/][^<>]*)?>/gi;
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

/** A text without its markup, where it may have some. */
export const plainText = (text: string): string =>
  text.includes('<') || text.includes('&')
    ? text
        .replace(tags, ' ')
        .replace(/&(amp|lt|gt|quot|nbsp);/g, (_all, name: string) => entities[name] ?? ' ')
        .replace(/&#(\d{1,6});/g, (_all, code: string) => String.fromCodePoint(Math.min(Number(code), 0x10_ff_ff)))
    : text;

/** One of these stands in each folded text in which bareText makes letters or digits of other signs, but for the sigma. */
export const escapedLetters = [...Array.from({ length: 10 }, (_, digit) => `&#${digit}`), '&amp;#'];

/** The longest part of a bare text that stands in the folded one, too, unless one of escapedLetters does. */
export const writtenAlike = (bare: string): string =>
  bare.split('σ').reduce((longest, part) => (part.length > longest.length ? part : longest), '');

/** What words are looked for in: a folded text without its markup. */
export const bareText = (folded: string): string => evenSigmas(plainText(folded));

/**
 * Adds every word of a folded text to a set, as the index holds it, as long as the set has at most `wordsMax`. A text that was
 * stored folded in an older way counts as it folds now.
 */
export function addWords(set: Set<string>, text: string, wordsMax: number): void {
  for (const { text: word, isUnspaced } of piecesOf(bareText(foldText(text)).normalize('NFC'))) {
    if (set.size >= wordsMax) return;
    if (isUnspaced) for (const part of partsOfUnspaced(word)) set.add(part);
    else set.add(word.slice(0, wordLengthMax));
  }
}
