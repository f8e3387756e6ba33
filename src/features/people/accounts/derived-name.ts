// Names of accounts for people whose name elsewhere no account may have, such as `john@corp.example` or `李雷`. Pure.
import { foldText } from '../../../platform/texts/fold-text.ts';
import { isReservedName, isUsername } from './account-facts.ts';

/** Leaves room for a number behind it. */
const derivedMax = 60;

/** Latin letters that are not made of another one and a mark. */
const spelt: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
};

const spell = (text: string): string => foldText(text).replaceAll(/[æœøłđðþħı]/g, (letter) => spelt[letter] ?? letter);

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/**
 * The text with letters, digits, `-`, `_` and `.` alone, beginning with a letter; empty where half of its letters or more are of another
 * alphabet, so that what is left would tell too little of whom it names.
 */
function clean(text: string): string {
  const plain = spell(text);
  if (count(plain, /[a-z\d]/g) * 2 <= count(plain, /[\p{L}\p{N}]/gu)) return '';
  const name = plain
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^a-z\d_.-]+/g, '_')
    .replaceAll(/^[_.-]+/g, '')
    .replace(/^(?=\d)/, 'u')
    .slice(0, derivedMax)
    .replace(/[_.-]+$/, '');
  return isUsername(name) ? name : '';
}

/**
 * A name that an account may have, made of the name that somebody has elsewhere, else of the part of their e-mail address before the
 * `@`, else of their identity; the same each time.
 */
export function deriveUsername({ username, email, id }: { username: string; email: string; id: string }): string {
  const [local = ''] = email.split('@');
  return clean(username) || clean(local) || clean(`user_${id}`) || 'user';
}

/** The name, and those that are tried in its place where an account has it: with 2, 3, … behind it. Never one that is reserved. */
export const alternativesOf = (name: string, count: number): string[] =>
  [name, ...Array.from({ length: count }, (_, index) => `${name}${index + 2}`)].filter((one) => !isReservedName(one));
