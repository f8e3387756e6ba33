// The legal texts of the site: everybody reads them, site administrators write them.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { at, startApp } from '../../../test/support/harness.ts';
import type { TestApp } from '../../../test/support/harness.ts';

const path = '/api/legal_texts/terms';
let test: TestApp;
before(async () => {
  test = await startApp({ settings: "$access_mode = 'regular';" });
  await test.addUser('stig');
});
after(() => test.close());

const put = (as: string | undefined, content: string) =>
  test.call(path, { method: 'PUT', body: { content }, ...(as === undefined ? {} : { as }) });
const listed = async () => at((await test.call('/api/site')).json, 'legal_texts');

describe('legal texts', () => {
  it('are empty before somebody writes them', async () => {
    assert.deepEqual((await test.call(path)).json, { name: 'terms', content: '', html: '', changed_at: null });
    assert.deepEqual(await listed(), []);
  });

  it('are written by site administrators alone, and read without signing in', async () => {
    assert.equal((await put(undefined, 'Be kind')).status, 401);
    assert.equal((await put('stig', 'Be kind')).status, 403);
    assert.deepEqual(await listed(), []);
    assert.equal((await put('root', '## Be kind\n<script>x</script>')).status, 200);
    const { json } = await test.call(path);
    assert.match(String(at(json, 'html')), /<h2[^>]*>Be kind<\/h2>/);
    assert.doesNotMatch(String(at(json, 'html')), /<script/);
    assert.deepEqual(await listed(), ['terms']);
  });

  it('refuse names that there are none of, and what is too long', async () => {
    assert.equal((await test.call('/api/legal_texts/imprint')).status, 400);
    assert.equal((await put('root', 'x'.repeat(100_001))).status, 400);
  });

  it('go when they are emptied, and the audit log has it', async () => {
    assert.equal((await put('root', '')).status, 200);
    assert.deepEqual(await listed(), []);
    const { events } = await test.app.features.audit.listAll({ kinds: ['setting-changed'] }, { limit: 1, offset: 0 });
    assert.partialDeepStrictEqual(events, [{ details: { name: 'legal text terms', characters: 0 } }]);
  });
});
