// Words and signs of the query language, for reading conditions and for completing them. Pure.

export interface Token {
  kind: 'text' | 'number' | 'name' | 'operator' | 'open' | 'close' | 'comma' | 'sign' | 'unknown';
  /** As written. */
  text: string;
  start: number;
  end: number;
}

const patterns: readonly [Token['kind'], RegExp][] = [
  ['text', /"(?:[^"\\\r\n]|\\[^])*"|'(?:[^'\\\r\n]|\\[^])*'/y],
  ['number', /\d+(?:\.\d+)?(?![\w.-])/y],
  ['name', /@?[\w](?:[\w.-]*\w)?/y],
  ['operator', /!=|<=|>=|=|<|>/y],
  ['open', /\(/y],
  ['close', /\)/y],
  ['comma', /,/y],
  ['sign', /[+-]/y],
  ['unknown', /["'@][^]*|[^]/y],
];
const blank = /[\s\u00a0]*/y;

/** The text in pieces; what the language does not know is `unknown`, such as a text without its second quote. */
export function readTokens(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let position = 0;
  for (;;) {
    blank.lastIndex = position;
    position += blank.exec(text)?.[0].length ?? 0;
    if (position >= text.length) return tokens;
    for (const [kind, pattern] of patterns) {
      pattern.lastIndex = position;
      const found = pattern.exec(text)?.[0];
      if (found === undefined) continue;
      tokens.push({ kind, text: found, start: position, end: position + found.length });
      position += found.length;
      break;
    }
  }
}

export const quote = (text: string): string => `"${text.replaceAll(/[\\"]/g, String.raw`\$&`)}"`;

/** What a text in quotes says. */
export const unquote = (written: string): string => written.slice(1, -1).replaceAll(/\\([^])/g, '$1');

export const isWord = (token: Token | undefined, word: string): boolean =>
  token?.kind === 'name' && token.text.toUpperCase() === word;
