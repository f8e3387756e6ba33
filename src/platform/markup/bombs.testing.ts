// Texts that are known to cost parsers of Markdown and HTML, or whoever shows what they make, far more than their length.
import type { MarkupText } from './markup-text.ts';

/** Of each bomb; REST takes 65,535 bytes. */
const chars = 60_000;

const fill = (part: string, length = chars): string => part.repeat(Math.ceil(length / part.length)).slice(0, length);
const half = chars / 2;

const markdown: Readonly<Record<string, string>> = {
  'a long link definition with many uses': `[a]: http://x/${'y'.repeat(half)}\n\n${fill('[a] ', half)}`,
  'a long title with many uses': `[a]: /b "${'y'.repeat(half)}"\n\n${fill('![a]', half)}`,
  'a table with many columns and many short rows': `|${fill('a|', 20_000)}\n|${fill('-|', 20_000)}\n${fill('|\n', 20_000)}`,
  'such a table in a quote in a list': `- > |${fill('a|', 20_000)}\n  > |${fill('-|', 20_000)}\n${fill('  > |\n', 20_000)}`,
  'many small tables': fill('|-\n|-\n\n'),
  'opening brackets': fill('['),
  'brackets of images': fill('!['),
  'nested brackets': '['.repeat(half) + ']'.repeat(half),
  'labels without an end': fill('[a][b'),
  'addresses without an end': fill('[a](<b'),
  'titles without an end': fill('[a](b "'),
  'definitions without an end': fill('[a\n'),
  'definitions with titles without an end': fill('[a]: b "\n'),
  'many definitions': Array.from({ length: 5000 }, (_, index) => `[${index}]: b`).join('\n'),
  'deep quotes': fill('> '),
  'deep quotes without spaces': fill('>'),
  'a deep quote with lazy lines': '> '.repeat(90) + fill('a\n', chars - 180),
  'deep lists': fill('- '),
  'deep numbered lists': fill('1. '),
  'lists that go deeper line by line': Array.from({ length: 240 }, (_, index) => `${' '.repeat(2 * index)}- a`).join(
    '\n',
  ),
  'many items': fill('* a\n'),
  'a deep list with lazy lines': `${'- '.repeat(90)}a\n${fill('b\n', chars - 200)}`,
  'runs of emphasis': fill('*a **a *a'),
  'emphasis that never ends': fill('*a_ '),
  'one long run of emphasis': fill('*'),
  'mixed emphasis': fill('a**b__c*d_'),
  strikethrough: fill('~~a ~'),
  'runs of backticks, each longer': Array.from({ length: 340 }, (_, index) => '`'.repeat(index + 1)).join(' '),
  backticks: fill('`a'),
  entities: fill('&amp;&#x41;&'),
  'less-than signs': fill('<'),
  'addresses in angle brackets without an end': fill('<http://'),
  'addresses of the web': fill('http://a.b '),
  'addresses of addresses': fill('http://'),
  'an address of brackets': `http://a.b/${fill('(', chars - 20)}`,
  'addresses of mail': fill('a@b.co '),
  'parts of addresses of mail': fill('a@'),
  'names with dots': fill('a.'),
  headings: fill('# a\n'),
  'underlines of headings': fill('a\n-\n'),
  fences: fill('> ```\n'),
  backslashes: fill('\\\n'),
  'characters that are none': fill('\0'),
  'references to artifacts': fill('a #1 '),
};

const html: Readonly<Record<string, string>> = {
  'nested blocks': fill('<div>'),
  'nested blocks that end': fill('<div>', half) + fill('</div>', half),
  'blocks that others end': fill('<div>', half) + fill('</b>', half),
  'nested unknown elements': fill('<x>'),
  'nested looks': fill('<b><i>a</b>'),
  paragraphs: fill('<p>'),
  'ends without a beginning': fill('</p></div>'),
  'tables in tables': fill('<table><tr><td>'),
  'lists in lists': fill('<ul><li>'),
  'links in links': fill('<a href="http://x">a'),
  'less-than signs': fill('<'),
  'tags without an end': fill('<a '),
  'comments without an end': fill('<!--'),
  'sections without an end': fill('<![CDATA['),
  'many attributes': `<p ${Array.from({ length: 10_000 }, (_, index) => `a${index}`).join(' ')}>x</p>`,
  'the same attribute again': `<p ${fill('style="color:red" ')}>x</p>`,
  'a style of many declarations': `<p style="${fill('color:red;')}">x</p>`,
  'a style of braces': `<p style="${fill('a{')}">x</p>`,
  'a style of comments': `<p style="${fill('/*')}">x</p>`,
  'a family of many names': `<p style="font-family:${fill('a ')}!">x</p>`,
  'many styles': fill('<p style="color:red">'),
  'scripts in scripts': fill('<script>'),
  'text areas': fill('<textarea>'),
  options: fill('<select><option>'),
  'foreign elements': fill('<svg><math>'),
  entities: fill('&amp;&#&lt'),
  ampersands: fill('&'),
  'quotation marks': fill('"'),
  images: fill('<img src=x>'),
  'sets of images': `<img srcset="${fill('a 1x,')}">`,
};

const textsOf = (format: 'html' | 'commonmark', bombs: Readonly<Record<string, string>>) =>
  Object.entries(bombs).map(([name, content]): [string, MarkupText] => [`${format}: ${name}`, { content, format }]);

export const bombs: ReadonlyMap<string, MarkupText> = new Map([
  ...textsOf('commonmark', markdown),
  ...textsOf('html', html),
  ['text: quotation marks', { content: fill('"'), format: 'text' }],
  ['text: lines', { content: fill('\n'), format: 'text' }],
]);
