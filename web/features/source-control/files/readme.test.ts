import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findReadme, pathOf, resolveLinks } from './readme.ts';

test('relative addresses are paths beside the text', () => {
  const cases: [string, string | undefined][] = [
    ['b.png', 'docs/b.png'],
    ['../a%20b.md#x', 'a b.md'],
    ['/c', 'c'],
    ['../../../x', 'x'],
    ['https://example.org/', undefined],
    ['//example.org', undefined],
    ['#top', undefined],
    ['javascript:alert(1)', undefined],
    ['%E0', undefined],
  ];
  for (const [address, path] of cases) assert.equal(pathOf(address, 'docs'), path, address);
});

test('links and pictures lead into the repository', () => {
  assert.equal(
    resolveLinks('<p><img src="a&amp;b.png" alt="x"> <a href="https://x.org">y</a></p>', {
      id: 3,
      ref: 'main',
      folder: '',
    }),
    '<p><img src="/repositories/3/raw?ref=main&amp;path=a%26b.png" alt="x"> <a href="https://x.org">y</a></p>',
  );
});

test('links keep the place in what they lead to', () => {
  const resolve = (html: string): string => resolveLinks(html, { id: 3, ref: 'main', folder: 'docs' });
  assert.equal(
    resolve('<a href="./code.ts?a=b#L3">x</a>'),
    '<a href="/repositories/3?ref=main&amp;path=docs%2Fcode.ts#L3">x</a>',
  );
  assert.equal(
    resolve('<a href="a.md#b&amp;c">x</a>'),
    '<a href="/repositories/3?ref=main&amp;path=docs%2Fa.md#b&amp;c">x</a>',
  );
  assert.equal(resolve('<img src="a.svg#b">'), '<img src="/repositories/3/raw?ref=main&amp;path=docs%2Fa.svg#b">');
});

test('the readme of a folder', () => {
  const entries = ['README', 'readme.md', 'a'].map((name) => ({ name, type: 'blob' }));
  assert.equal(findReadme(entries)?.name, 'readme.md');
  assert.equal(findReadme([{ name: 'README.md', type: 'tree' }]), undefined);
});
