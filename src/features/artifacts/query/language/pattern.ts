// Regular expressions of queries, run by RE2, whose time is in proportion to the text whatever the expression. What RE2 can't do,
// references to groups and looking around, is rejected.
import { foldForSearch } from '../../artifact/search-texts.ts';
import { says } from '../../../../platform/texts/said.ts';
import type { Said } from '../../../../platform/texts/said.ts';

/** Characters of one pattern; a longer one is refused. */
const patternLengthMax = 200;
/** Of the program that the expression becomes. */
const instructionsMax = 1000;

/** A pattern can't be used; the message says why. */
export class PatternError extends Error {
  readonly sentence: Said;

  constructor(sentence: Said) {
    super(sentence.text);
    this.sentence = sentence;
  }
}

/** Tells whether a folded text contains a match of the pattern, whose letters are folded too. Throws PatternError. */
export async function compilePattern(source: string): Promise<(text: string) => boolean> {
  if (source.length > patternLengthMax)
    throw new PatternError(says('pattern.length')`a pattern can have at most ${patternLengthMax} characters`);
  const { RE2JS, RE2JSSyntaxException } = await import('re2js');
  try {
    const expression = RE2JS.compile(translate([...source], RE2JS.quote));
    if (expression.programSize() > instructionsMax) throw new PatternError(tooLarge);
    return (text) => expression.test(text);
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    throw new PatternError(sentences.get(error.getDescription()) ?? invalid);
  }
}

const invalid = says('pattern.invalid')`it is not a regular expression`;
const tooLarge = says('pattern.large')`it is too large; its repetitions multiply its length`;
const repeatsNothing = says('pattern.repetition')`a repetition repeats nothing, or another repetition`;

/** By what RE2 says. */
const sentences: ReadonlyMap<string, Said> = new Map([
  ['missing closing )', says('pattern.open-group')`a ( is not closed`],
  ['missing closing ]', says('pattern.open-class')`a [ is not closed`],
  ['unexpected )', says('pattern.unopened')`a ) has no matching (`],
  ['missing argument to repetition operator', repeatsNothing],
  ['invalid nested repetition operator', repeatsNothing],
  ['invalid repeat count', tooLarge],
  ['invalid character class range', says('pattern.class-range')`a range in [] ends before it starts`],
  ['trailing backslash at end of expression', says('pattern.backslash')`it ends with a \\`],
  ['expression nests too deeply', tooLarge],
  ['expression too large', tooLarge],
]);

/** What stands for classes of characters in []; letters of all scripts count as such. */
const classes: ReadonlyMap<string, string> = new Map([
  ['d', '0-9'],
  ['w', '\\p{L}\\p{N}_'],
  ['s', '\\t-\\r\\p{Z}\\x{feff}'],
]);

/** The expression as RE2 reads it, its letters folded. */
function translate(characters: readonly string[], quote: (text: string) => string): string {
  let isInClass = false;
  let translated = '';
  for (let place = 0; place < characters.length; place += 1) {
    const character = characters[place] ?? '';
    const next = characters[place + 1];
    const folded = foldForSearch(character);
    if (character === '\\' && next !== undefined) {
      translated += translateEscape(next, isInClass, quote);
      place += 1;
    } else if (folded !== character) translated += quote(folded);
    else if (isInClass) {
      isInClass = character !== ']';
      translated += character === '[' ? '\\[' : character;
    } else if (character === '[') {
      isInClass = true;
      const [start] = /^\[\^?\]?/.exec(characters.slice(place, place + 3).join('')) ?? [character];
      translated += start.replace(']', '\\]');
      place += start.length - 1;
    } else {
      requireKnown(characters, place);
      translated += character;
    }
  }
  return translated;
}

function translateEscape(character: string, isInClass: boolean, quote: (text: string) => string): string {
  const set = classes.get(character.toLowerCase());
  const isOpposite = character !== character.toLowerCase();
  if (set !== undefined && !isInClass) return `[${isOpposite ? '^' : ''}${set}]`;
  if (set !== undefined && !isOpposite) return set;
  if (character === 'D') return '\\D';
  if (set !== undefined)
    throw new PatternError(says('pattern.class-content')`${`\\${character}`} is not allowed in []`);
  if (/[ntr]/.test(character)) return `\\${character}`;
  if (/[\p{L}\p{N}]/u.test(character)) throw new PatternError(says('pattern.escape')`\\${character} is not supported`);
  return quote(foldForSearch(character));
}

/** Throws PatternError for groups of a kind, and for a brace that RE2 would take for a character. */
function requireKnown(characters: readonly string[], place: number): void {
  const rest = characters.slice(place, place + 9).join('');
  if (rest.startsWith('(?') && !rest.startsWith('(?:'))
    throw new PatternError(says('pattern.around')`lookaround and named groups are not supported`);
  if (!rest.startsWith('{')) return;
  const [all, least, most = ''] = /^\{(\d{1,3})(?:,(\d{0,3}))?\}/.exec(rest) ?? [];
  if (all === undefined)
    throw new PatternError(
      says('pattern.brace')`the { at position ${place + 1} does not start a repetition such as {2,5}`,
    );
  if (most !== '' && Number(most) < Number(least))
    throw new PatternError(says('pattern.range')`the repetition ${all} ends before it starts`);
}
