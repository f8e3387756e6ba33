// The platform's banner: who sees it, who changes it, and when it goes away.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createTestClock, startApp } from '../../../test/support/harness.ts';
import type { TestApp } from '../../../test/support/harness.ts';

const path = '/api/banner';
const clock = createTestClock(Date.UTC(2026, 5, 1));
let test: TestApp;
before(async () => {
  test = await startApp({ clock });
  await test.addUser('stig');
});
after(() => test.close());

const put = (as: string | undefined, body: unknown) =>
  test.call(path, { method: 'PUT', body, ...(as === undefined ? {} : { as }) });
const warning = { message: 'Down at six', importance: 'warning' };

describe('banner', () => {
  it('is not there before somebody sets it', async () => {
    assert.equal((await test.call(path)).status, 404);
  });

  it('is set by site administrators alone', async () => {
    assert.equal((await put(undefined, warning)).status, 401);
    assert.equal((await put('stig', warning)).status, 403);
    assert.equal((await test.call(path)).status, 404);
    assert.equal((await put('root', warning)).status, 200);
    assert.deepEqual((await test.call(path)).json, { ...warning, expiration_date: null });
  });

  it('is written to the audit log', async () => {
    const { events } = await test.app.features.audit.listAll({ kinds: ['setting-changed'] }, { limit: 1, offset: 0 });
    assert.partialDeepStrictEqual(events, [{ details: { name: 'platform banner', ...warning } }]);
  });

  for (const [title, wrong] of Object.entries({
    'without a message': { importance: 'standard' },
    'with an empty message': { ...warning, message: '' },
    'with an unknown importance': { ...warning, importance: 'huge' },
    'with a date that is none': { ...warning, expiration_date: '2026-02-31' },
    'with a date that is over': { ...warning, expiration_date: '2001-01-01T00:00:00Z' },
  }))
    it(`is refused ${title}, and stays as it was`, async () => {
      assert.equal((await put('root', wrong)).status, 400);
      assert.deepEqual((await test.call(path)).json, { ...warning, expiration_date: null });
    });

  it('goes away when its date has come', async () => {
    const end = new Date(clock.nowMs() + 60_000).toISOString();
    assert.equal((await put('root', { ...warning, expiration_date: end })).status, 200);
    assert.equal((await test.call(path)).status, 200);
    clock.advance(60_000);
    assert.equal((await test.call(path)).status, 404);
  });

  it('is taken away, as often as somebody asks', async () => {
    assert.equal((await put('root', warning)).status, 200);
    assert.equal((await test.call(path, { method: 'DELETE', as: 'stig' })).status, 403);
    assert.equal((await test.call(path, { method: 'DELETE', as: 'root' })).status, 200);
    assert.equal((await test.call(path, { method: 'DELETE', as: 'root' })).status, 200);
    assert.equal((await test.call(path)).status, 404);
  });
});
