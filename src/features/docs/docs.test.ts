// The documentation at /docs/: pages, their search, and what they may load.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { callScript } from '../../../test/scripts/call-script.ts';
import { at, startApp } from '../../../test/support/harness.ts';
import type { TestApp } from '../../../test/support/harness.ts';
import { listAt } from '../../../test/support/scenario.ts';

let test: TestApp;
before(async () => {
  await callScript('build-docs.mjs', 'ensureDocsBuilt');
  test = await startApp();
});
after(() => test.close());

const read = (name: string) => test.call(`/docs/${name}`);

describe('the documentation', () => {
  it('is a page with links to all others', async () => {
    const { status, headers, text } = await read('');
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
    assert.match(text, /<h1 id="documentation">Documentation<\/h1>/);
    for (const [, name = ''] of text.matchAll(/href="([\w-]+\.html)/g))
      assert.equal((await read(name)).status, 200, name);
  });

  it('has its address with a slash, and pages with and without .html', async () => {
    const answer = await test.call('/docs');
    assert.deepEqual([answer.status, answer.headers.get('location')], [308, '/docs/']);
    assert.match((await read('git')).text, /<h2 id="permissions">Permissions<\/h2>/);
  });

  it('runs its own script and styles alone, by a nonce of each answer', async () => {
    const [one, other] = [await read('git.html'), await read('git.html')];
    const policy = one.headers.get('content-security-policy') ?? '';
    assert.match(policy, /^default-src 'none'; script-src 'nonce-[\w-]{22}'; style-src 'nonce-/);
    assert.notEqual(policy, other.headers.get('content-security-policy'));
    const [, nonce = ''] = /script-src 'nonce-([\w-]+)'/.exec(policy) ?? [];
    assert.match(one.text, new RegExp(`<script nonce="${nonce}" src="docs.mjs" type="module"></script>`));
    for (const [name, type] of [
      ['docs.mjs', 'text/javascript; charset=utf-8'],
      ['docs.css', 'text/css; charset=utf-8'],
      ['home.png', 'image/png'],
    ])
      assert.equal((await read(String(name))).headers.get('content-type'), type);
  });

  it('has an index of sections that lead to headings', async () => {
    const sections = listAt((await read('search.json')).json);
    const found = sections.find((section) => at(section, 'url') === 'git.html#use-ssh');
    assert.partialDeepStrictEqual(found, { title: 'Git', heading: 'Use SSH' });
  });

  it('has nothing else', async () => {
    for (const name of ['absent', '..%2Fpackage.json', 'adr/0001-storage.md'])
      assert.equal((await read(name)).status, 404, name);
  });
});
