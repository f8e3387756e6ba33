// Texts for the tests of formats, with what parsers and editors are known to lose.
import type { TextFormat } from './read-block.ts';

export interface CorpusText {
  name: string;
  format: TextFormat;
  source: string;
}

const markdown = [
  '',
  'One line',
  'No end of line\n\n',
  '\n\n  Blanks before\nand a second line  \nafter a hard break\\\nand another\n\n\n\nafter three blank lines\n',
  'Lines of Windows\r\n\r\n* one\r\n* two\r\n\r\n```js\r\nlet x;\r\n```\r\n',
  '# Heading\ntext right below\n\nSetext\n======\nmore\n\nSecond\n---\n\n####### no heading\n\n## Closed ##\n',
  '- tight\n- list\n  with a second line\n\n* other list\n\n  second paragraph\n\n* item\n  - nested\n    1. deep\n    2. deeper\n',
  '3) three\n4) four\n\n10. ten\n11. eleven\n',
  '- [ ] open *task*\n- [x] done\n- no task\n  - [X] nested\n\n1. [ ] numbered\n',
  '> quote\n> > nested\n>\n> - list\nlazy line\n\n> other\n',
  '    indented code\n\n      more\n\n~~~ruby startline=3\nputs "```"\n~~~\n\n```\nunclosed\n',
  '| a | b |\n|---|:-:|\n| `x|y` | **b** |\n| 1 |\n\nName | Value\n:--- | ---:\nA \\| B | <br>\n',
  'A [link](http://a.b/c_d "Title"), <http://auto.link/x?a=1&b=2>, http://bare.link/a_b_c, [ref][1], [ref] and ![alt *x*](/p.png).\n\n[1]: http://one.example "One"\n[ref]: <http://two.example>\n',
  '<div align="center">\n\n**bold** in HTML\n\n</div>\n\n<details><summary>More</summary>\n\ntext\n\n</details>\n\nText with <kbd>Ctrl</kbd> and <!-- comment -->.\n',
  'A footnote[^1] here.\n\n[^1]: The note, which is long.\n',
  'snake_case_name, 2 * 3 * 4, a<b, c>d, List<String>, &amp; &copy; &nope; \\* \\_ C:\\dir\\file, 5.\n',
  '__init__ and **bold _both_ bold** and ***all*** and ~~gone~~ and `` a`b `` and **`code`**\n',
  '@ana see art #12, story #7 and #notag. user@example.com\n\n1986\\. A good year\n\n\\- no list\n\n\\# no heading\n',
  'tab\tin text\u00A0and nbsp, \u202Eodd direction, 𝒳 and e\u0301, zero\u200Bwidth\n\n\u00A0\n\nend',
  '***\n---\n___\n- - -\n\n* * *\ntext\n***\n',
  '- \n-\n\n1.\n\n>\n\n#\n\n```\n```\n',
  '- ```js\n  code in item\n  ```\n- # heading in item\n- > quote in item\n- | a |\n  |---|\n  | 1 |\n',
  '%%custom%%\n\n::: warning\ntext\n:::\n\n$$x^2$$\n\n[[wiki]] {macro} {{template}}\n',
  'a\rb\r\rc\r',
  '[x]: /only-a-definition',
];

const html = [
  '<p>One</p>',
  '<p>One</p>\n\n<p>Two &nbsp; <strong>bold</strong> &amp; <em>more</em></p>\r\n<ul>\r\n\t<li>a</li>\r\n\t<li>b<br />\r\n\tc</li>\r\n</ul>\r\n',
  'Loose words<br>and <b>bold</b><p>then a paragraph</p>and words again',
  '<p>not closed<p>neither<ul><li>one<li>two</ul>',
  '<div>first line</div><div>second line</div><div><br></div><div>fourth</div>',
  '<table border="1" cellpadding="1" style="width:500px"><tbody><tr><td>a</td><td>b</td></tr></tbody></table><p>after</p>',
  '<table><thead><tr><th>h</th><th style="text-align:right">n</th></tr></thead><tbody><tr><td>a</td><td style="text-align:right">1</td></tr></tbody></table>',
  '<p style="margin-left:40px"><span style="color:#f00">red</span></p><p>plain</p>',
  '<h2>Title</h2><blockquote><p>q</p></blockquote><pre><code class="language-js">let a = 1 &lt; 2;\n\nb</code></pre><hr><ol start="3"><li>c</li></ol>',
  '<p><img src="/plugins/tracker/attachments/132-blank.gif" /></p>\n   <p><a href="https://a.b" target="_blank">x</a></p>',
  '<!-- a comment --><p>text</p><script>alert("</p>")</script>',
  '<p>&lt;p&gt;escaped&lt;/p&gt;</p>',
  '</div><p>stray</i></p><b><p>wrong</b></p>',
  '<ul><li><p>loose</p></li><li><p>items</p></li></ul>',
  '<details><summary>More</summary><p>inside</p></details><p>outside</p>',
  '   \n ',
  '<p></p><p><br /></p><p>x</p>',
  '<p>quotes "in" \'text\' <a href="/a?b=1&amp;c=2" title="t &quot;q&quot;">link</a></p>',
];

/** All of them. */
export const corpus: readonly CorpusText[] = [
  ...markdown.map((source, at) => ({ name: `Markdown ${at}`, format: 'commonmark' as const, source })),
  ...html.map((source, at) => ({ name: `HTML ${at}`, format: 'html' as const, source })),
];
