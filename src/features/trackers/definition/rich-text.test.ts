import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { viewText } from './rich-text.ts';

describe('texts on the wire', () => {
  it('shows plain text and HTML as they were written, with what was made of them', () => {
    for (const format of ['text', 'html'] as const)
      assert.deepEqual(viewText({ content: 'a', format }, '<b>a</b>', 'body'), {
        body: 'a',
        post_processed_body: '<b>a</b>',
        format,
      });
  });

  it('shows what was made of Markdown, and its source', () => {
    assert.deepEqual(viewText({ content: '**a**', format: 'commonmark' }, '<b>a</b>', 'value'), {
      value: '<b>a</b>',
      post_processed_value: '<b>a</b>',
      format: 'html',
      commonmark: '**a**',
    });
  });
});

describe('references in texts', () => {
  const find = (keyword: string, value: number | string): string => `/${keyword}/${value}`;
  const link = (html: string): string =>
    viewText({ content: '', format: 'html' }, html, 'value', find)['post_processed_value'] ?? '';

  it('become links, but not in links and code', () => {
    assert.equal(link('<p>art #1</p>'), '<p><a href="/art/1" class="cross-reference">art #1</a></p>');
    assert.equal(link('<pre>art #1</pre><a>art #2</a>'), '<pre>art #1</pre><a>art #2</a>');
    assert.equal(
      link('<p title="art #1"><code>art #2<b>art #3</b></code>art #4 <i>x</i>'),
      '<p title="art #1"><code>art #2<b>art #3</b></code><a href="/art/4" class="cross-reference">art #4</a> <i>x</i>',
    );
  });

  it('name commits, and artifacts by a number alone', () => {
    assert.equal(
      link('<p>#7, git #web/1f2e3d4. &#39;#8; see #9</p><code>#1</code>'),
      '<p><a href="/art/7" class="cross-reference">#7</a>, <a href="/git/web/1f2e3d4" class="cross-reference">git #web/1f2e3d4</a>. &#39;#8; <a href="/see/9" class="cross-reference">see #9</a></p><code>#1</code>',
    );
  });

  it('are found before and after a slash', () => {
    const rows = [
      ['bug #12/bug #13', '[bug 12]/[bug 13]'],
      ['story #1/#2', '[story 1]/#2'],
      ['art #5/6', '[art 5]/6'],
      ['task #3/ok', '[task 3]/ok'],
      ['git #3', '[git 3]'],
      ['svn #web/12, rev #web/x', '[svn web/12], rev #web/x'],
    ] as const;
    for (const [text, told] of rows)
      assert.equal(link(text).replace(/<a href="\/(\w+)\/([^"]*)"[^>]*>[^<]*<\/a>/g, '[$1 $2]'), told);
  });

  it('are found wherever they are in generated HTML', () => {
    /** One tag or text after the other, the slow way. */
    const linkSlowly = (html: string): string => {
      let depth = 0;
      return html.replace(/<(\/?)(\w+)[^<>]*>|[^<]+/g, (piece: string, slash?: string, tag?: string) => {
        if (tag === undefined)
          return depth > 0
            ? piece
            : piece.replace(/(\w+) #(\d)/g, '<a href="/$1/$2" class="cross-reference">$1 #$2</a>');
        if (['a', 'code', 'pre'].includes(tag)) depth += slash === '/' ? -1 : 1;
        return piece;
      });
    };
    const pieces = [
      'art #1',
      ' x ',
      '<b>',
      '</b>',
      '<code>',
      '</code>',
      '<pre>',
      '</pre>',
      '<br>',
      '#',
      '<abbr title="art #2">',
    ];
    let state = 7;
    const pick = (): string => pieces[(state = (state * 1103515245 + 12345) % 2 ** 31) % pieces.length] ?? '';
    for (let round = 0; round < 500; round += 1) {
      const html = Array.from({ length: 12 }, pick).join(' ');
      assert.equal(link(html), linkSlowly(html));
    }
  });

  it('cost next to nothing in HTML of very many tags that has none', () => {
    const before = process.threadCpuUsage();
    const html = '<b>a</b> '.repeat(30_000);
    for (let round = 0; round < 20; round += 1) assert.equal(link(html), html);
    assert.ok(process.threadCpuUsage(before).user / 20 < 8000);
  });

  it('stay text beyond the 500th, so that short ones do not make an answer long', () => {
    const linked = link('a #1 '.repeat(13_000));
    assert.equal(linked.split('<a ').length - 1, 500);
    assert.ok(linked.length < 110_000);
  });
});
