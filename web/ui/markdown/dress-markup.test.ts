import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dressMarkup } from './dress-markup.ts';

const dress = (html: string): string => dressMarkup(html, { code: 'Code', table: 'A "table"' });

test('blocks have the direction of their text, and what is in them goes along', () => {
  assert.equal(dress('<p>a<b>b</b></p><h2>c</h2>'), '<p dir="auto">a<b>b</b></p><h2 dir="auto">c</h2>');
  assert.equal(
    dress('<ul class="align-right"><li><p>a</p><ul><li>b</li></ul></li></ul><p>c</p>'),
    '<ul dir="auto" class="align-right"><li><p>a</p><ul><li>b</li></ul></li></ul><p dir="auto">c</p>',
  );
  assert.equal(dress('<p dir="rtl">a</p><br /><hr>'), '<p dir="rtl">a</p><br /><hr>');
});

test('code and tables can be focused and have names', () => {
  assert.equal(
    dress('<pre><code>a &lt;p&gt;</code></pre>'),
    '<pre tabindex="0" role="group" aria-label="Code"><code>a &lt;p&gt;</code></pre>',
  );
  assert.equal(
    dress('<blockquote><table><tr><td>a</td></tr></table></blockquote>'),
    '<blockquote dir="auto"><div data-wide tabindex="0" role="group" aria-label="A &quot;table&quot;"><table><tr><td dir="auto">a</td></tr></table></div></blockquote>',
  );
});
