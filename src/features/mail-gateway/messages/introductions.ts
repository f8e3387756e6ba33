// Lines that mail programs put above what they quote: "On Mon, 2 Feb 2026 at 14:20, Ana <ana@example.org> wrote:". Known by their
// shape, whatever the language: an address, a date with a time, a colon at the end, and few words around them. Without an address
// a word for "wrote" has to stand there. Sentences of people are no introductions, where in doubt.
import { isQuoted } from './quote-marks.ts';

/** Characters of an introduction. */
export const introductionMax = 400;
/** Lines that an introduction may be folded over. */
const foldsMax = 4;

export interface Introduction {
  /** How many lines it takes. */
  lines: number;
  /** Whether it has a date. What has none may be the end of one that begins further above. */
  isDated: boolean;
  /** Whether it names an address, a time and a word for "wrote", so that an original without marks may follow. */
  isWhole: boolean;
}

/** Marks of direction, which programs put around names and addresses. */
const invisible = /[\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** As the patterns below read it: without marks of direction and time zones, digits of all scripts as zeros. */
const simplify = (text: string): string =>
  text
    .normalize('NFC')
    .replace(invisible, '')
    .replace(/\p{Nd}/gu, '0')
    .replace(/(GMT|UTC|\s)[+-]0{1,2}(?::?0{2})?(?!0)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();

const address = /[("'<[]{0,4}(?:mailto:)?[^\s<>()[\]"'@,;]{1,64}@[^\s<>()[\]"',;]{1,255}[)"'>\]]{0,4}/g;
const time =
  /(?<!0)0{1,2} ?(?:[:h]|[时時點点시]) ?00(?:[:.]00)?(?!0)|(?<![0.])0{1,2}\.00(?!\.?0)|(?<!0)0{1,2} ?[AP]M\b/g;
const year = /(?<!0)0{4}(?!0)/;
const numericDate = /(?<!0)0{1,2}([./-]) ?0{1,2}\1 ?0{2,4}(?!0)/;

/** What programs call the act, in a word that begins or ends so; the rest of it follows from the language. */
const verb = new RegExp(
  [
    'wrote|writes|schrieb|schreibt|geschrieben|écrit|escribió|escribe|escribiu|escrigué|va escriure|ha scritto|scrive',
    'escreveu|escreve|schreef|geschreven|geskryf|skrev|skriver|skrifaði|kirjoitti|kirjutas|rakstīja|rašė|idatzi',
    'napsal|napísal|napisał|napisal|napisao|je napisao|napisala|írta|scris|viết|menulis|yazdı|yazmış|pisze',
    'пишет|писал|написал|пише|написав|писав|написа|је написао|έγραψε|έγραψαν',
    'כתב|كتب|كتابة|نوشت|เขียน|लिखा|写道|寫道|のメール|書きました|작성|쓴 내용|씀',
  ].join('|'),
  'iu',
);

/** Before an address, where nothing else tells. */
const quoting =
  /^(?:Quoting|Zitat von|Citando(?: a)?|Citation de|Citat (?:från|fra)|Citaat van|Cytowanie|Cituji|Цитирую)\s/iu;

/** Words that people write of themselves and to each other, or begin a request with, and programs never. */
const persons =
  /(?:^|[\s,(])(?:I|me|my|we|us|our|you|your|he|she|they|ich|mir|mich|mein|wir|uns|dir|moi|mon|nous|vous|votre|yo|nosotros|io|noi|eu|nós|ik|wij|jag|vi|jeg|já|я|мы|мне|нам|вы)(?=[\s,:;.!?)]|$)|^(?:As|Ask|Call|Cc|Dear|Hello|Hi|Please|Ping|See|Send|Tell|Thanks|Wie|Siehe|Bitte|Comme|Voir|Zoals|Как)\s/u;

const colonAtEnd = /[:\uff1a][ *_]*$/;

const countWords = (text: string): number =>
  text.split(/[^\p{L}\p{M}'’()]+/u).filter((word) => /\p{L}/u.test(word)).length;

/** A day beside the year and the time: what lacks it begins on a line further above. */
const hasDay = (text: string): boolean => /(?<!0)0{1,2}(?!0)/.test(text.replace(time, ' '));

/** Words that are all those of a name. */
const isName = (text: string): boolean => {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  const isPart = (word: string): boolean =>
    /^["'(]*[^\p{Ll}]/u.test(word) || /^(?:von|van|de|der|den|da|di|del|la|el|bin|al|af)$/.test(word);
  return words.length <= 1 || words.every(isPart);
};

/** Words before the first figure of a date, as programs write them: short ones, days of the week, or the month. */
function isDateStart(before: string): boolean {
  const words = before.trim().split(/\s+/);
  const isShort = (word: string, index: number): boolean =>
    word.length <= 4 || /[,.]$/.test(word) || index === words.length - 1;
  return words.length <= 4 && words.every(isShort);
}

/** What stands before and after all addresses. */
interface Parts {
  before: string;
  after: string;
}

/** Whether few words stand where programs put few, around an address, a date and a time. */
function hasProgramShape({ before, after }: Parts): boolean {
  const dateBefore = before.search(/0/);
  if (dateBefore >= 0 && (year.test(before) || numericDate.test(before)))
    return countWords(before.slice(0, dateBefore)) <= 4 && countWords(before) <= 16 && countWords(after) <= 4;
  const dateAfter = after.search(/0/);
  const timeAfter = [...after.matchAll(time)].at(-1);
  if (dateAfter < 0 || timeAfter === undefined || !isName(before)) return false;
  const last = after.slice(timeAfter.index + timeAfter[0].length);
  return (
    countWords(before) <= 8 &&
    countWords(after.slice(0, dateAfter)) <= 5 &&
    countWords(last) <= (verb.test(last) ? 3 : 2)
  );
}

/** `On 4/2/26 14:20, Bob wrote:`, `Bob schreef op 2-4-2026 14:20:` */
function isWithoutAddress(text: string): boolean {
  const found = verb.exec(text);
  const date = text.search(/0/);
  if (found === null || countWords(text) > 12) return false;
  if (date < found.index) return isDateStart(text.slice(0, date)) && !/[.!?] \p{Lu}\p{Ll}+ \p{Ll}/u.test(text);
  return isName(text.slice(0, found.index)) && countWords(text.slice(found.index, date)) <= 4;
}

/** Whether it is one, with how much it says. `joined`: its lines, with blanks between them. */
function readIntroduction(joined: string): Omit<Introduction, 'lines'> | undefined {
  const text = simplify(joined);
  if (!colonAtEnd.test(text)) return undefined;
  const hasDate = (year.test(text) || numericDate.test(text)) && hasDay(text);
  const addresses = [...text.matchAll(address)];
  const [first, last] = [addresses[0], addresses.at(-1)];
  if ((first === undefined && !hasDate) || persons.test(text)) return undefined;
  if (first === undefined || last === undefined)
    return isWithoutAddress(text) ? { isDated: true, isWhole: false } : undefined;
  const parts = { before: text.slice(0, first.index), after: text.slice(last.index + last[0].length) };
  if (hasDate && text.search(time) >= 0)
    return hasProgramShape(parts) ? { isDated: true, isWhole: verb.test(text) } : undefined;
  const isBrief = countWords(parts.after) <= 3 && !/0/.test(`${parts.before}${parts.after}`);
  const isKnown = quoting.test(text) || (verb.test(parts.after) && isName(parts.before));
  return isBrief && isKnown && parts.before !== '' ? { isDated: false, isWhole: false } : undefined;
}

/** The introduction whose last line stands before the line `end`; undefined where none does. Other lines end it. */
export function findIntroductionAbove(lines: readonly string[], end: number): Introduction | undefined {
  const last = lines[end - 1] ?? '';
  if (last.length > introductionMax || !colonAtEnd.test(last.replace(invisible, '').trim())) return undefined;
  let joined = '';
  let brief: Introduction | undefined;
  for (let count = 1; count <= foldsMax; count++) {
    const line = lines[end - count];
    if (line === undefined || line.trim() === '' || isQuoted(line)) return brief;
    joined = `${line.trim()} ${joined}`;
    if (joined.length > introductionMax) return brief;
    const found = readIntroduction(joined);
    const isParted = /[<("]$/.test((lines[end - count - 1] ?? '').trim());
    if (found?.isDated === true && !isParted) return { ...found, lines: count };
    if (found !== undefined) brief ??= { ...found, lines: count };
  }
  return brief;
}
