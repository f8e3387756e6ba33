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
  const find = (keyword: string, id: number): string => `/${keyword}/${id}`;
  const link = (html: string): string =>
    viewText({ content: '', format: 'html' }, html, 'value', find)['post_processed_value'] ?? '';

  it('become links, but not in links and code', () => {
    assert.equal(link('<p>art #1</p>'), '<p><a href="/art/1" class="cross-reference">art #1</a></p>');
    assert.equal(link('<pre>art #1</pre><a>art #2</a>'), '<pre>art #1</pre><a>art #2</a>');
  });

  it('stay text beyond the 500th, so that short ones do not make an answer long', () => {
    const linked = link('a #1 '.repeat(13_000));
    assert.equal(linked.split('<a ').length - 1, 500);
    assert.ok(linked.length < 110_000);
  });
});
