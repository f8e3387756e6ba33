// The scanner against saxes, a parser with the same strictness, which reads the XML of requests: whatever the document
// and however it is cut, both find the same, or both refuse it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { XmlScanner } from './xml-scanner.ts';
import { NotWellFormedError } from './xml-syntax.ts';

/** Tags with attributes and places, and texts put together; undefined for a document that is refused. */
type Findings = unknown[] | undefined;

function collect() {
  const found: unknown[] = [];
  let text = '';
  let depth = 0;
  const settle = (): void => {
    if (text !== '') found.push(text);
    text = '';
  };
  return {
    open: (name: string, attributes: object, line?: number, column?: number) => {
      settle();
      depth += 1;
      found.push([name, { ...attributes }, line, column]);
    },
    text: (piece: string) => {
      if (depth > 0) text += piece;
    },
    close: () => {
      settle();
      depth -= 1;
      found.push('close');
    },
    found,
  };
}

class Refused extends Error {}

const refuse = (): never => {
  throw new Refused();
};

function scan(document: string, cuts: readonly number[]): Findings {
  const { found, ...events } = collect();
  const scanner = new XmlScanner({ ...events, declaration: () => undefined, doctype: refuse, instruction: refuse });
  let start = 0;
  try {
    for (const cut of cuts.map((part) => Math.floor(part * document.length)).sort((a, b) => a - b)) {
      scanner.write(document.slice(start, cut));
      start = cut;
    }
    scanner.write(document.slice(start));
    scanner.end();
  } catch (error) {
    if (error instanceof NotWellFormedError || error instanceof Refused) return undefined;
    throw error;
  }
  return found;
}

function parseWithSaxes(document: string): Findings {
  const { open, text, close, found } = collect();
  const parser = new SaxesParser({ xmlns: false });
  let [line, column] = [1, 1];
  parser.on('opentagstart', ({ name }) => {
    const start = document.lastIndexOf('<', parser.position - 1 - name.length);
    const lines = document.slice(0, start).split(/\r\n?|\n/);
    line = lines.length;
    column = (lines.at(-1)?.length ?? 0) + 1;
  });
  parser.on('opentag', ({ name, attributes }) => open(name, attributes, line, column));
  parser.on('text', text);
  parser.on('cdata', text);
  parser.on('closetag', close);
  parser.on('doctype', refuse);
  parser.on('processinginstruction', refuse);
  parser.on('error', refuse);
  try {
    parser.write(document).close();
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
  return found;
}

const words = [
  '<a>',
  '</a>',
  '<b c="d">',
  '</b>',
  '<e/>',
  '<a\n f = "1"\r\ng=\'2\' >',
  '</a >',
  '<x:y-z.1>',
  '</x:y-z.1>',
  '<é>',
  '</é>',
  '<',
  '>',
  '/',
  '"',
  "'",
  '=',
  '&',
  ';',
  '!',
  '?',
  '-',
  ']',
  '[',
  ' ',
  '\n',
  '\r',
  '\r\n',
  '\t',
  '\u00a0',
  '\u0085',
  '\u2028',
  '&lt;',
  '&gt;',
  '&amp;',
  '&quot;',
  '&apos;',
  '&#65;',
  '&#x1F600;',
  '&#0;',
  '&#xD800;',
  '&#13;',
  '&nbsp;',
  '&;',
  '&#;',
  '<![CDATA[',
  ']]>',
  ']]',
  '<!--',
  '-->',
  '--',
  '<!DOCTYPE',
  '<?p?>',
  '<?xml version="1.0"?>',
  '<?xml version="1.0" encoding="UTF-8"?>',
  'text',
  '1',
  '-',
  '.',
  ':',
  '\u0001',
  '\ufffe',
  '😀',
  '×',
  'c="d"',
  ' c="d"',
  ' c="&lt;\t\n"',
  " c='\"'",
  ' c="<"',
  ' c',
];
const mixture = fc.array(fc.constantFrom(...words), { maxLength: 12 }).map((parts) => parts.join(''));
/** Mostly well formed, so that not all is refused at the first word. */
const nested = fc.letrec<{ element: string; content: string }>((tie) => ({
  content: fc
    .array(fc.oneof({ maxDepth: 3 }, mixture, tie('element')), { maxLength: 4 })
    .map((parts) => parts.join('')),
  element: fc
    .tuple(fc.constantFrom('<a>', '<a b="c">', '<a\n>'), tie('content'))
    .map(([open, content]) => `${open}${content}</a>`),
})).element;
const plain = fc.array(
  fc.constantFrom(...words.slice(0, 5), 'text', '\r\n', ' ', '&lt;', '<!-- - -->', '<![CDATA[<]]]>', ']'),
);
const document = fc.oneof(
  mixture,
  nested,
  plain.map((parts) => `<r>${parts.join('')}</r>`),
  plain.map((parts) => `<?xml version="1.0"?>\n<r>${parts.join('')}</r>\n`),
);

test('finds what saxes finds, and refuses what saxes refuses', () => {
  let accepted = 0;
  fc.assert(
    fc.property(document, fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 5 }), (text, cuts) => {
      const expected = parseWithSaxes(text);
      if (expected !== undefined) accepted += 1;
      assert.deepEqual(scan(text, cuts), expected);
    }),
    { numRuns: 3000 },
  );
  assert.ok(accepted > 100, `only ${accepted} documents were well formed`);
});

test('time and memory are linear in texts and tags of any length', () => {
  const scanner = new XmlScanner({ ...collect(), declaration: refuse, doctype: refuse, instruction: refuse });
  scanner.write('<a>');
  for (let index = 0; index < 100; index += 1) scanner.write('x'.repeat(20_000));
  scanner.write('<!--');
  for (let index = 0; index < 100; index += 1) scanner.write('x'.repeat(20_000));
  scanner.write('--><b c="');
  assert.throws(() => {
    for (let index = 0; index < 100; index += 1) scanner.write('x'.repeat(20_000));
  }, NotWellFormedError);
});
