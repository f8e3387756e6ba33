// Reads a text from left to right and remembers what would have fitted at the furthest place it reached, so that a mistake
// is reported where it is, with what was expected there.
import { invalid } from '../../../../platform/errors.ts';
import { either, says, textOf } from '../../../../platform/texts/said.ts';
import type { Said } from '../../../../platform/texts/said.ts';
import type { DomainError } from '../../../../platform/errors.ts';

/** What may stand between tokens. */
const blank = /[ \t\r\n\u00a0]*/y;
const anyWord = /[a-z_]{1,20}(?![\w-])/iy;
/** What is shown of the text where something else was expected. */
const shown = /"[^"]{0,20}"?|'[^']{0,20}'?|[\w@.-]{1,30}|[^\s]/y;

const theEnd = says('query.end')`the end`;

export class Cursor {
  private readonly text: string;
  /** Name of the parameter that holds the text, for messages. */
  private readonly name: string;
  private position = 0;
  private furthest = 0;
  /** By their English words. */
  private expected = new Map<string, string | Said>();

  constructor(text: string, name: string) {
    this.text = text;
    this.name = name;
  }

  /** The match of a sticky pattern after blanks, which is then passed; undefined, and nothing passed, where there is none. */
  take(pattern: RegExp, label: string | Said): string | undefined {
    const start = this.afterBlanks();
    pattern.lastIndex = start;
    const match = pattern.exec(this.text)?.[0];
    if (match !== undefined) {
      this.position = start + match.length;
      return match;
    }
    this.note(start, label);
    return undefined;
  }

  /** As take; throws invalid where there is no match. */
  require(pattern: RegExp, label: string | Said): string {
    const match = this.take(pattern, label);
    if (match === undefined) throw this.fail();
    return match;
  }

  /** A word of the language, or several with blanks between, in any case. */
  takeWord(words: string): boolean {
    const [start, before] = [this.afterBlanks(), this.position];
    for (const word of words.split(' ')) {
      const place = this.afterBlanks();
      anyWord.lastIndex = place;
      const found = anyWord.exec(this.text)?.[0];
      if (found?.toUpperCase() !== word) {
        this.position = before;
        this.note(start, words);
        return false;
      }
      this.position = place + word.length;
    }
    return true;
  }

  requireWord(words: string): void {
    if (!this.takeWord(words)) throw this.fail();
  }

  /** Whether the pattern fits here; nothing is passed or noted. */
  sees(pattern: RegExp): boolean {
    pattern.lastIndex = this.afterBlanks();
    return pattern.test(this.text);
  }

  /** Throws invalid unless nothing is left. */
  requireEnd(): void {
    const end = this.afterBlanks();
    if (end === this.text.length) return;
    this.note(end, theEnd);
    throw this.fail();
  }

  /** Says where the text is wrong: what was found at the furthest place, and everything that would have fitted. */
  fail(): DomainError {
    shown.lastIndex = this.furthest;
    const found = shown.exec(this.text)?.[0];
    const choice = either([...this.expected.values()]);
    return this.refuse(says('query.expected')`found ${found ?? theEnd}, expected ${choice}`, this.furthest);
  }

  /** A refusal that names a place, by default the present one. */
  refuse(message: string | Said, position = this.afterBlanks()): DomainError {
    const before = this.text.slice(0, position).split('\n');
    const column = (before.at(-1)?.length ?? 0) + 1;
    return invalid(says('query.place')`line ${before.length}, column ${column}: ${message}`, this.name);
  }

  private afterBlanks(): number {
    blank.lastIndex = this.position;
    return this.position + (blank.exec(this.text)?.[0].length ?? 0);
  }

  private note(position: number, label: string | Said): void {
    if (position > this.furthest) {
      this.furthest = position;
      this.expected = new Map();
    }
    if (position === this.furthest) this.expected.set(textOf(label), label);
  }
}
