import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepStyles } from './keep-styles.ts';

test('names styles so that the policy of documents lets them be', () => {
  assert.equal(
    keepStyles('<p class="a" style="left:1px">x<i style="--a:&quot;b&quot;"></i></p>'),
    '<p class="a" data-style="left:1px">x<i data-style="--a:&quot;b&quot;"></i></p>',
  );
});

test('leaves what people wrote in other attributes and between tags', () => {
  for (const html of [
    '<a title="x data-style=" href="/projects/x">x</a>',
    '<a title="x style=" class="y">style="left:0"</a>',
    '<p title="a > b style=" id="c">a &gt; style="x"</p>',
  ])
    assert.equal(keepStyles(html), html);
});

test('takes no styles by the name that it gives', () => {
  assert.equal(keepStyles('<b data-style="left:0" id="a">x</b>'), '<b  id="a">x</b>');
});
