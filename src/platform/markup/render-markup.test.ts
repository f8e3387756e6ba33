import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it, test } from 'node:test';
import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { Type } from 'typebox';
import { storedJson } from '../database/index.ts';
import { bombs } from './bombs.testing.ts';
import { markupVersion } from './markup-text.ts';
import type { MarkupText } from './markup-text.ts';
import { renderMarkup } from './render-markup.ts';

const clean = (content: string): string => renderMarkup({ content, format: 'html' });
const markdown = (content: string): string => renderMarkup({ content, format: 'commonmark' });
const isSource = (html: string): boolean => html.startsWith('<p class="unrendered">');

/** Anywhere else a browser has them close what is around the text. */
const placesOf = new Map([
  ['li', ['ul', 'ol', 'menu']],
  ['dd', ['dl']],
  ['tr', ['table', 'thead', 'tbody', 'tfoot']],
  ['td', ['tr']],
]);

const voids = new Set(['br', 'hr', 'img', 'wbr']);

/** Fails unless the HTML is well-formed, as long as it may be, and does nothing by itself. */
function requireSound({ content }: MarkupText, html: string): void {
  assert.ok(Buffer.byteLength(html) <= Math.min(262_144, 16_384 + 8 * Buffer.byteLength(content)) + 16_384);
  const open: string[] = [];
  for (const [, slash, name = ''] of html.matchAll(/<(\/?)(\w+)[^<>]*>/g)) {
    if (slash === '/') assert.equal(open.pop(), name);
    else if (!voids.has(name)) open.push(name);
  }
  assert.deepEqual(open, []);
  const around: string[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      assert.doesNotMatch(name, /^(script|style|iframe|object|embed|form|input|svg|math|base|link|meta|template)$/);
      const parents = placesOf.get(name);
      assert.ok(parents === undefined || parents.includes(around.at(-1) ?? ''), `${name} in ${around.join(' ')}`);
      around.push(name);
      for (const [attribute, value] of Object.entries(attributes)) {
        assert.doesNotMatch(attribute, /^on|^(srcdoc|action|formaction|style|id|name)$/);
        if (['href', 'src'].includes(attribute))
          assert.doesNotMatch(value.replace(/[\0-\x20]/g, ''), /^(javascript|vbscript|data:(?!image\/png)):/i, html);
      }
    },
    onclosetag: () => void around.pop(),
  });
  parser.end(html);
}

describe('HTML that people wrote', () => {
  const rows: { name: string; html: string; clean: string }[] = [
    {
      name: 'keeps text and its looks',
      html: '<p style="text-align: center"><b>x</b></p>',
      clean: '<p class="align-center"><b>x</b></p>',
    },
    {
      name: 'keeps links of the web',
      html: '<a href="https://example.org/">x</a>',
      clean: '<a href="https://example.org/">x</a>',
    },
    { name: 'drops scripts with their text', html: 'a<script>alert(1)</script>b', clean: 'ab' },
    {
      name: 'drops handlers',
      html: '<img src="https://example.org/i.png" onerror="alert(1)" />',
      clean: '<img src="https://example.org/i.png" />',
    },
    { name: 'drops script addresses', html: '<a href="javascript:alert(1)">x</a>', clean: '<a>x</a>' },
    { name: 'drops data addresses', html: '<img src="data:text/html,x" />', clean: '<img />' },
    {
      name: 'keeps looks as classes, and no style',
      html: '<p align=RIGHT style="position:fixed;background:url(//e.org);font-weight:bold;TEXT-DECORATION:underline">x</p>',
      clean: '<p class="align-right look-bold look-underline">x</p>',
    },
    {
      name: 'drops classes of the page',
      html: '<p class="card look-bold" id="root">x</p>',
      clean: '<p class="look-bold">x</p>',
    },
    {
      name: 'keeps pictures that are in the text',
      html: '<img src="data:image/png;base64,AA" />',
      clean: '<img src="data:image/png;base64,AA" />',
    },
    {
      name: 'drops names that scripts may look for',
      html: '<a name="x" id="y" target="_top">x</a>',
      clean: '<a>x</a>',
    },
    {
      name: 'drops parts of lists and tables that are outside of them',
      html: '<li>a</li><td>b</td><dd>c</dd><tr><td>d</table><ul><div><li>e</li></div></ul><table><div><tr><td>f</table>',
      clean: 'abcd<ul><div>e</div></ul><table><tr><td>f</td></tr></table>',
    },
    {
      name: 'keeps tables in cells, and lists in lists',
      html: '<table><tr><td><table><tr><td>a</table></table><ul><li>b<ul><li>c</ul></ul>',
      clean:
        '<table><tr><td><table><tr><td>a</td></tr></table></td></tr></table><ul><li>b<ul><li>c</li></ul></li></ul>',
    },
    {
      name: 'drops links in links',
      html: '<a href="/a">x<b><a href="/b">y</a></b></a>',
      clean: '<a href="/a">x<b>y</b></a>',
    },
    {
      name: 'drops frames, forms and styles',
      html: '<iframe src="//e.org"></iframe><form><input></form><style>p{}</style>',
      clean: '',
    },
  ];
  for (const { name, html, clean: wanted } of rows) it(name, () => assert.equal(clean(html), wanted));
});

it('escapes plain text and keeps its lines', () => {
  assert.equal(renderMarkup({ content: 'a < b\n"c"', format: 'text' }), 'a &lt; b<br />\n&quot;c&quot;');
});

describe('HTML within Markdown', () => {
  const rows: { name: string; source: string; html: string }[] = [
    {
      name: 'are elements where they show something',
      source: 'Press <kbd>Ctrl</kbd>, H<sub>2</sub>O,<br/>x<sup>2</sup> <mark>**y**</mark>',
      html: '<p>Press <kbd>Ctrl</kbd>, H<sub>2</sub>O,<br />x<sup>2</sup> <mark><strong>y</strong></mark></p>\n',
    },
    {
      name: 'holds Markdown between its blocks',
      source: '<details open=""><summary>Log</summary>\n\n- a\n\n</details>',
      html: '<details open><summary>Log</summary>\n<ul>\n<li>a</li>\n</ul>\n</details>',
    },
    {
      name: 'has its looks as classes',
      source: '<p align="center"><img src="a.png" style="width:9px"></p>\n\n<center>b</center>\n',
      html: '<p class="align-center"><img src="a.png" /></p>\n<div class="align-center">b</div>\n',
    },
    {
      name: 'hides comments',
      source: 'a <!-- b --> c\n\n<!-- d\n\ne -->\n\n<p>f<!-- g --></p>',
      html: '<p>a  c</p>\n\n<p>f</p>',
    },
    {
      name: 'has boxes where items are tasks',
      source: '- [ ] a\n- [X] **b**\n- [y] c\n\n[ ] d',
      html: '<ul>\n<li>☐ a</li>\n<li>☑ <strong>b</strong></li>\n<li>[y] c</li>\n</ul>\n<p>[ ] d</p>\n',
    },
    { name: 'shows a comment that never ends', source: 'a <!-- b', html: '<p>a &lt;!-- b</p>\n' },
    {
      name: 'is text where it is no element of a text',
      source: '**a** List<String> <script>x</script> a<b and c>d <?php x ?> <!DOCTYPE x>',
      html: '<p><strong>a</strong> List&lt;String&gt; &lt;script&gt;x&lt;/script&gt; a&lt;b and c&gt;d &lt;?php x ?&gt; &lt;!DOCTYPE x&gt;</p>\n',
    },
    {
      name: 'is text in blocks, too',
      source: '<iframe src="/x">\n*a*\n</iframe>\n\n<div><form>b</form></div>',
      html: '<p>&lt;iframe src="/x"&gt;\n<em>a</em>\n&lt;/iframe&gt;</p>\n<div>&lt;form&gt;b&lt;/form&gt;</div>',
    },
    {
      name: 'is text where a line has a beginning or an end alone',
      source: 'Array<i> and </b>, <b>c</b>',
      html: '<p>Array&lt;i&gt; and &lt;/b&gt;, <b>c</b></p>\n',
    },
    {
      name: 'stays text in code',
      source: '`<b>` and\n\n    <br>\n',
      html: '<p><code>&lt;b&gt;</code> and</p>\n<pre><code>&lt;br&gt;\n</code></pre>\n',
    },
    {
      name: 'has no handlers, names and addresses of scripts',
      source:
        '<b onclick="x()" id="root" class="card" style="position:fixed">a</b> <a href="javascript:x">b</a> [c](javascript:x)',
      html: '<p><b>a</b> <a>b</a> [c](javascript:x)</p>\n',
    },
    {
      name: 'ends where the text ends',
      source: '</div></li></td></section>\n\n<li>a</li>\n\n<td>b\n\n<div><section>\n',
      html: '\na\nb\n<div><section>\n</section></div>',
    },
    {
      name: 'leaves code its language, and links their text',
      source: '<br>\n\n```ts\na\n```\n\n<a href="https://e.org">https://e.org/b</a>',
      html: '<br />\n<pre><code class="language-ts">a\n</code></pre>\n<p><a href="https://e.org">https://e.org/b</a></p>\n',
    },
  ];
  for (const { name, source, html } of rows) it(name, () => assert.equal(markdown(source), html));

  it('has the same addresses whether or not some HTML is in it', () => {
    const rows: [source: string, html: string][] = [
      ['[x](foo:bar)', '[x](foo:bar)'],
      ['[x](TEL:1)', '<a href="TEL:1">x</a>'],
      ['[x](../a?b#c)', '<a href="../a?b#c">x</a>'],
      ['[x](//e.org/a:b)', '<a href="//e.org/a:b">x</a>'],
      ['[x](data:image/png;base64,AA)', '<a>x</a>'],
      ['![x](data:image/png;base64,AA)', '<img src="data:image/png;base64,AA" alt="x" />'],
      ['![x](mailto:a@e.org)', '<img alt="x" />'],
      ['![x](a.png)', '<img src="a.png" alt="x" />'],
    ];
    for (const [source, html] of rows) {
      assert.equal(markdown(source).replace(/(<img [^>]*")>/, '$1 />'), `<p>${html}</p>\n`, source);
      assert.equal(markdown(`${source} <i>i</i>`), `<p>${html} <i>i</i></p>\n`, source);
    }
  });

  it('leaves the alignment of columns to classes', () => {
    const html = markdown('| a | b |\n|:-:|--:|\n| 1 | 2<br>3 |');
    assert.doesNotMatch(html, /style=/);
    assert.match(html, /<th class="align-center">a<\/th>\n<th class="align-right">b<\/th>/);
    assert.match(html, /<td class="align-right">2<br \/>3<\/td>/);
    assert.match(markdown('| a |\n|:-|\n| 1 |'), /<td class="align-left">1<\/td>/);
  });
});

describe('bounds', () => {
  const line = '| one | two | three |\n';
  const repeat = (part: string, times: number): string => part.repeat(times);
  /** Each pair: the most of its kind that is rendered, and one more. */
  const pairs: [what: string, within: string, beyond: string, format?: 'html'][] = [
    ['bytes of source', repeat('é', 32_768), repeat('é', 32_769)],
    ['brackets', repeat('[', 10_000), repeat('[', 10_001)],
    ['delimiters', repeat('a*', 20_000), repeat('a*', 20_001)],
    ['levels of quotes', `${repeat('>', 37)}a`, `${repeat('>', 38)}a`],
    ['levels of lists', `${repeat('- ', 18)}a`, `${repeat('- ', 19)}a`],
    [
      'repeated links',
      `[a]: ${repeat('b', 999)}\n\n${repeat('[a] ', 100)}${repeat(' ', 20_000)}.`,
      `[a]: ${repeat('b', 999)}\n\n${repeat('[a] ', 101)}${repeat(' ', 20_000)}.`,
    ],
    [
      'columns of short rows',
      `|a|b\n|-|-\n${repeat('|\n', 40)}`,
      `${repeat('|a', 40)}\n${repeat('|-', 40)}\n${repeat('|\n', 40)}`,
    ],
    [
      'elements of Markdown',
      `${repeat('<b>', 199)}a${repeat('</b>', 199)}`,
      `${repeat('<b>', 200)}a${repeat('</b>', 200)}`,
    ],
    ['elements', `${repeat('<b>', 200)}a`, `${repeat('<b>', 201)}a`, 'html'],
    [
      'attributes',
      `<p ${Array.from({ length: 100 }, (_, n) => `a${n}`).join(' ')}>a`,
      `<p ${Array.from({ length: 101 }, (_, n) => `a${n}`).join(' ')}>a`,
      'html',
    ],
    ['styles', `<p style="${repeat('a', 4096)}">a`, `<p style="${repeat('a', 4097)}">a`, 'html'],
    ['length of what comes out', repeat('a@b.co ', 7000), repeat('a@b.co ', 8000)],
  ];
  for (const [what, within, beyond, format = 'commonmark'] of pairs)
    it(`render ${what} up to a bound, and show the source beyond it`, () => {
      assert.ok(!isSource(renderMarkup({ content: within, format })), 'within');
      const html = renderMarkup({ content: beyond, format });
      assert.ok(isSource(html), html.slice(0, 200));
      requireSound({ content: beyond, format }, html);
    });

  it('leave texts alone that are merely long', () => {
    const texts = [
      repeat('A paragraph of *some* words, with a [link](https://example.org/a) and `code`.\n\n', 700),
      `${line}|---|---|---|\n${repeat(line, 2500)}`,
      repeat('- [x] done\n', 5500),
      repeat('    indented code | with | pipes\n', 1800),
      `[a]: https://example.org/some/where\n\n${repeat('See [a], it says more. ', 1000)}`,
    ];
    for (const text of texts) assert.ok(!isSource(markdown(text)), text.slice(0, 80));
  });

  it('show as much of a source as there is room for', () => {
    const html = markdown('<'.repeat(1_000_000));
    assert.ok(html.endsWith('<p class="unrendered">The rest is left out here.</p>\n'));
    requireSound({ content: '<'.repeat(1_000_000), format: 'commonmark' }, html);
    assert.ok(markdown(`${'['.repeat(20_000)}<b>&`).includes('[&lt;b&gt;&amp;</pre>'));
  });
});

describe('known bombs become sound HTML', () => {
  for (const [name, text] of bombs) it(name, () => requireSound(text, renderMarkup(text)));
});

const parts = {
  blocks: ['> ', '- ', '1. ', '# ', '\n', '\n\n', '    ', '```\n', '---\n', '|', '|-|-|\n'],
  runs: ['\\', '`', '*', '**', '_', '~~', '<', '>', '\0', '\uD800', 'story #12'],
  links: ['[a]', '[a]: /b "c"\n', '![', '](', ')', '[', ']', '&amp;', '&', 'http://a.b', 'javascript:x', 'a@b.co'],
  html: ['<b>', '</b>', '<a href="', '">', '<script>', '</script>', '<!--', '-->', '<img src=x onerror=y>'],
  nested: [
    '<ul>',
    '</ul>',
    '<li>',
    '<div>\n',
    '</div>\n\n',
    '<table>',
    '<tr>',
    '<dl>',
    '<dd>',
    '<details>',
    '<a href=x>',
    '</a>',
  ],
  more: ['<p style="color:red;', '<![CDATA[', '<td>', '</td>', '<svg>', '<br>'],
};
const part = fc.oneof(fc.constantFrom(...Object.values(parts).flat()), fc.string({ maxLength: 6, unit: 'binary' }));

test('whatever is put together from parts of markup becomes sound HTML', () => {
  const content = fc.array(part, { maxLength: 60 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(
      content,
      fc.integer({ min: 1, max: 200 }),
      fc.constantFrom('html', 'commonmark', 'text'),
      (some, times, format) => {
        const text = { content: some.repeat(times), format } as const;
        requireSound(text, renderMarkup(text));
      },
    ),
    { numRuns: 150 },
  );
});

const readPackage = storedJson(Type.Object({ devDependencies: Type.Record(Type.String(), Type.String()) }));

test('the version of markup goes up with the parsers', () => {
  const { devDependencies: bundled } = readPackage(
    readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
    'package',
  );
  assert.deepEqual(
    { markupVersion, parsers: [bundled['markdown-it'], bundled['sanitize-html']] },
    { markupVersion: 4, parsers: ['15.0.3', '2.17.5'] },
    'raise markupVersion, so that what is stored is rendered anew, and write here what it stands for',
  );
});
