// Regular expressions whose time is in proportion to the text, whatever the pattern: they become an automaton that reads each
// character once. What such an automaton can't do, references to groups and looking around, is refused.
import { foldForSearch } from '../state/search-texts.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Said } from '../../../platform/texts/said.ts';

/** A test of one character, by code point. */
type CharacterTest = (code: number) => boolean;

type Node =
  | { kind: 'character'; test: CharacterTest; next: number }
  | { kind: 'fork'; next: number[] }
  | { kind: 'start' | 'end'; next: number }
  | { kind: 'match' };

const patternLengthMax = 200;
const nodesMax = 1000;
const statesMax = 1000;

/** A pattern can't be used; the message says why. */
export class PatternError extends Error {
  readonly sentence: Said;

  constructor(sentence: Said) {
    super(sentence.text);
    this.sentence = sentence;
  }
}

/** Tells whether a folded text contains a match of the pattern, whose letters are folded too. Throws PatternError. */
export function compilePattern(source: string): (text: string) => boolean {
  if (source.length > patternLengthMax)
    throw new PatternError(says('pattern.length')`a pattern has at most ${patternLengthMax} characters`);
  const nodes: Node[] = [{ kind: 'match' }];
  const start = new Parser(source, nodes).parse();
  return createMatcher(nodes, start);
}

/** Builds a node from back to front: what is to follow is already there. */
type Part = (next: number) => number;

class Parser {
  private readonly source: string[];
  private readonly nodes: Node[];
  private position = 0;
  private depth = 0;

  constructor(source: string, nodes: Node[]) {
    this.source = [...source];
    this.nodes = nodes;
  }

  parse(): number {
    const part = this.alternatives();
    if (this.position < this.source.length)
      throw new PatternError(says('pattern.closes')`a ) at place ${this.position + 1} closes nothing`);
    return part(0);
  }

  private add(node: Node): number {
    if (this.nodes.length >= nodesMax)
      throw new PatternError(says('pattern.large')`it is too large; its repetitions multiply its length`);
    return this.nodes.push(node) - 1;
  }

  private see(): string | undefined {
    return this.source[this.position];
  }

  private take(text: string): boolean {
    if (this.see() !== text) return false;
    this.position += 1;
    return true;
  }

  private alternatives(): Part {
    const parts = [this.sequence()];
    while (this.take('|')) parts.push(this.sequence());
    const [only] = parts;
    if (only !== undefined && parts.length === 1) return only;
    return (next) => this.add({ kind: 'fork', next: parts.map((part) => part(next)) });
  }

  private sequence(): Part {
    const parts: Part[] = [];
    for (let seen = this.see(); seen !== undefined && seen !== '|' && seen !== ')'; seen = this.see())
      parts.push(this.repeated());
    return (next) => parts.reduceRight((after, part) => part(after), next);
  }

  private repeated(): Part {
    let part = this.single();
    for (let counts = this.counts(); counts !== undefined; counts = this.counts()) part = this.repeat(part, counts);
    return part;
  }

  private counts(): { least: number; most: number } | undefined {
    const found = this.countsHere();
    if (found !== undefined) this.take('?');
    return found;
  }

  private countsHere(): { least: number; most: number } | undefined {
    if (this.take('*')) return { least: 0, most: Infinity };
    if (this.take('+')) return { least: 1, most: Infinity };
    if (this.take('?')) return { least: 0, most: 1 };
    if (this.see() !== '{') return undefined;
    const [all, least, comma, most] =
      /^\{(\d{1,3})(,?)(\d{0,3})\}/.exec(this.source.slice(this.position, this.position + 9).join('')) ?? [];
    if (all === undefined || least === undefined)
      throw new PatternError(
        says('pattern.brace')`the { at place ${this.position + 1} starts no repetition such as {2,5}`,
      );
    this.position += all.length;
    const end = comma === '' ? Number(least) : most === '' ? Infinity : Number(most);
    if (end < Number(least)) throw new PatternError(says('pattern.range')`the repetition ${all} ends before it starts`);
    return { least: Number(least), most: end };
  }

  private repeat(part: Part, { least, most }: { least: number; most: number }): Part {
    return (next) => {
      let start = next;
      if (most === Infinity) {
        const loop = { kind: 'fork' as const, next: [next] };
        start = this.add(loop);
        loop.next.push(part(start));
      } else
        for (let count = least; count < most; count += 1) start = this.add({ kind: 'fork', next: [next, part(start)] });
      for (let count = 0; count < least; count += 1) start = part(start);
      return start;
    };
  }

  private single(): Part {
    const character = this.source[this.position];
    this.position += 1;
    switch (character) {
      case '(':
        return this.group();
      case '[':
        return this.character(this.characterClass());
      case '.':
        return this.character((code) => code !== newLine);
      case '^':
        return (next) => this.add({ kind: 'start', next });
      case '$':
        return (next) => this.add({ kind: 'end', next });
      case '\\':
        return this.escaped();
      case '*':
      case '+':
      case '?':
      case '{':
        throw new PatternError(says('pattern.repeats')`the ${character} at place ${this.position} repeats nothing`);
      default:
        return this.literal(character ?? '');
    }
  }

  private group(): Part {
    const isPlain = this.see() !== '?';
    if (!isPlain && this.source.slice(this.position, this.position + 2).join('') !== '?:')
      throw new PatternError(says('pattern.around')`looking around and named groups are not supported`);
    if (!isPlain) this.position += 2;
    this.depth += 1;
    if (this.depth > 20) throw new PatternError(says('pattern.deep')`groups may be 20 deep`);
    const inner = this.alternatives();
    if (!this.take(')')) throw new PatternError(says('pattern.open-group')`a ( is not closed`);
    this.depth -= 1;
    return inner;
  }

  private character(test: CharacterTest): Part {
    return (next) => this.add({ kind: 'character', test, next });
  }

  private literal(character: string): Part {
    const codes = codesOf(character);
    return (next) =>
      codes.reduceRight(
        (after, code) => this.add({ kind: 'character', test: (other) => other === code, next: after }),
        next,
      );
  }

  private escaped(): Part {
    const character = this.escapedCharacter();
    const test = classTests.get(character);
    if (test !== undefined) return this.character(test);
    return this.literal(plainEscape(character));
  }

  private escapedCharacter(): string {
    const character = this.see();
    if (character === undefined) throw new PatternError(says('pattern.backslash')`it ends with a \\`);
    this.position += 1;
    return character;
  }

  private characterClass(): CharacterTest {
    const isNegated = this.take('^');
    const tests: CharacterTest[] = [];
    do {
      if (this.see() === undefined) throw new PatternError(says('pattern.open-class')`a [ is not closed`);
      tests.push(this.classItem());
    } while (!this.take(']'));
    return (code) => tests.some((test) => test(code)) !== isNegated;
  }

  private classItem(): CharacterTest {
    const first = this.classCharacter();
    if (typeof first === 'function') return first;
    const isRange = this.see() === '-' && this.source[this.position + 1] !== ']';
    if (!isRange) return (code) => code === first;
    this.position += 1;
    const last = this.classCharacter();
    if (typeof last === 'function' || last < first)
      throw new PatternError(says('pattern.class-range')`a range in [] ends before it starts`);
    return (code) => code >= first && code <= last;
  }

  private classCharacter(): number | CharacterTest {
    const character = this.see();
    if (character === undefined) throw new PatternError(says('pattern.open-class')`a [ is not closed`);
    this.position += 1;
    const meant = character === '\\' ? this.escapedCharacter() : character;
    const test = character === '\\' ? classTests.get(meant) : undefined;
    if (test !== undefined) return test;
    const [code] = codesOf(character === '\\' ? plainEscape(meant) : meant);
    if (code === undefined) throw new PatternError(says('pattern.class-content')`${meant} can't stand in []`);
    return code;
  }
}

const newLine = 10;

const codesOf = (text: string): number[] => [...foldForSearch(text)].map((one) => one.codePointAt(0) ?? 0);

function plainEscape(character: string): string {
  if (character === 'n') return '\n';
  if (character === 't') return '\t';
  if (character === 'r') return '\r';
  if (/[\p{L}\p{N}]/u.test(character)) throw new PatternError(says('pattern.escape')`\\${character} is not supported`);
  return character;
}

const isDigit: CharacterTest = (code) => code >= 48 && code <= 57;
const isSpace: CharacterTest = (code) => /\s/.test(String.fromCodePoint(code));
const isWord: CharacterTest = (code) => code === 95 || /[\p{L}\p{N}]/u.test(String.fromCodePoint(code));

const classTests: ReadonlyMap<string, CharacterTest> = new Map<string, CharacterTest>([
  ['d', isDigit],
  ['D', (code) => !isDigit(code)],
  ['s', isSpace],
  ['S', (code) => !isSpace(code)],
  ['w', isWord],
  ['W', (code) => !isWord(code)],
]);

/** A set of places in the automaton at which a match may be under way. */
interface State {
  nodes: readonly number[];
  isMatch: boolean;
  /** Whether it is one where the text ends. */
  isMatchAtEnd: boolean;
  next: Map<number, State>;
}

function createMatcher(nodes: readonly Node[], start: number): (text: string) => boolean {
  let states = new Map<string, State>();

  const close = (from: Iterable<number>, isAtStart: boolean, isAtEnd: boolean): Set<number> => {
    const reached = new Set<number>();
    // No deeper than a pattern has parts.
    const reach = (place: number): void => {
      if (reached.has(place)) return;
      reached.add(place);
      const node = nodes[place];
      if (node?.kind === 'fork') for (const next of node.next) reach(next);
      if ((node?.kind === 'start' && isAtStart) || (node?.kind === 'end' && isAtEnd)) reach(node.next);
    };
    for (const place of from) reach(place);
    return reached;
  };

  const stateOf = (from: Iterable<number>, isAtStart: boolean): State => {
    const places = [...close(from, isAtStart, false)].sort((a, b) => a - b);
    const key = `${isAtStart ? '^' : ''}${places.join(',')}`;
    const known = states.get(key);
    if (known !== undefined) return known;
    const isMatchAtEnd = close(places, isAtStart, true).has(0);
    const state = { nodes: places, isMatch: places.includes(0), isMatchAtEnd, next: new Map<number, State>() };
    if (states.size >= statesMax) states = new Map();
    states.set(key, state);
    return state;
  };

  const step = (state: State, code: number): State => {
    const known = state.next.get(code);
    if (known !== undefined) return known;
    const reached = state.nodes.flatMap((place) => {
      const node = nodes[place];
      return node?.kind === 'character' && node.test(code) ? [node.next] : [];
    });
    const next = stateOf([start, ...reached], false);
    if (state.next.size < statesMax) state.next.set(code, next);
    return next;
  };

  return (text) => {
    let state = stateOf([start], true);
    for (const character of text) {
      if (state.isMatch) return true;
      state = step(state, character.codePointAt(0) ?? 0);
    }
    return state.isMatch || state.isMatchAtEnd;
  };
}
