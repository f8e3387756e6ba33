import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { purifyHtml, renderText } from './rich-text.ts';

describe('HTML that people wrote', () => {
  const rows: { name: string; html: string; clean: string }[] = [
    {
      name: 'keeps text and its looks',
      html: '<p style="text-align: center"><b>x</b></p>',
      clean: '<p style="text-align:center"><b>x</b></p>',
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
      name: 'drops styles that load or cover',
      html: '<p style="position:fixed;background:url(//e.org);color:red">x</p>',
      clean: '<p style="color:red">x</p>',
    },
    { name: 'drops colours that are none', html: '<p style="color:expression(1)">x</p>', clean: '<p>x</p>' },
    {
      name: 'drops frames, forms and styles',
      html: '<iframe src="//e.org"></iframe><form><input></form><style>p{}</style>',
      clean: '',
    },
  ];
  for (const { name, html, clean } of rows) it(name, () => assert.equal(purifyHtml(html), clean));
});

describe('texts on the wire', () => {
  it('escapes plain text and keeps its lines', () => {
    assert.deepEqual(renderText({ content: 'a < b\n"c"', format: 'text' }, 'value'), {
      value: 'a < b\n"c"',
      post_processed_value: 'a &lt; b<br />\n&quot;c&quot;',
      format: 'text',
    });
  });

  it('shows HTML as it is and cleaned', () => {
    const shown = renderText({ content: '<b onclick="x()">y</b>', format: 'html' }, 'body');
    assert.deepEqual(shown, { body: '<b onclick="x()">y</b>', post_processed_body: '<b>y</b>', format: 'html' });
  });

  it('renders Markdown, takes HTML in it for text, and keeps the source', () => {
    const shown = renderText({ content: '**a** <script>x</script> [b](javascript:x)', format: 'commonmark' }, 'value');
    assert.equal(shown['format'], 'html');
    assert.equal(shown['commonmark'], '**a** <script>x</script> [b](javascript:x)');
    assert.equal(shown['value'], shown['post_processed_value']);
    assert.match(shown['value'] ?? '', /<strong>a<\/strong>/);
    assert.doesNotMatch(shown['value'] ?? '', /<script|href="javascript/);
  });
});
