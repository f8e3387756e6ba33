// The logo of the site: site administrators choose it, everybody sees it, and it can do nothing but be looked at.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { at, startApp } from '../../../test/support/harness.ts';
import type { TestApp } from '../../../test/support/harness.ts';

const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const gif = Buffer.from('GIF89a\x02\x00\x03\x00\x00\x00\x00;', 'latin1');
const wideGif = Buffer.from('GIF89a\x01\x10\x03\x00\x00\x00\x00;', 'latin1');
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

let test: TestApp;
before(async () => {
  test = await startApp({ settings: "$access_mode = 'regular';" });
  await test.addUser('stig');
});
after(() => test.close());

const put = (as: string | undefined, content: string) =>
  test.call('/api/logo', { method: 'PUT', body: { content }, ...(as === undefined ? {} : { as }) });
const shown = async (): Promise<unknown> => at((await test.call('/api/site')).json, 'logo');

describe('the logo of the site', () => {
  it('is chosen by site administrators alone', async () => {
    assert.equal(await shown(), null);
    assert.equal((await put(undefined, onePixel)).status, 401);
    assert.equal((await put('stig', onePixel)).status, 403);
    assert.equal((await test.call('/api/logo', { method: 'DELETE', as: 'stig' })).status, 403);
    assert.equal(await shown(), null);
  });

  it('is looked at by everybody, runs nothing, and has another address when it changes', async () => {
    const { status, json, text } = await put('root', onePixel);
    assert.equal(status, 200, text);
    assert.partialDeepStrictEqual(json, { media_type: 'image/png', size: 70, width: 1, height: 1 });
    assert.deepEqual(await shown(), json);
    const first = String(at(json, 'url'));
    const picture = await test.call(first);
    assert.equal(picture.status, 200);
    assert.equal(picture.headers.get('content-type'), 'image/png');
    assert.match(picture.headers.get('content-security-policy') ?? '', /^default-src 'none'; sandbox$/);
    assert.equal(picture.headers.get('x-content-type-options'), 'nosniff');
    assert.match(picture.headers.get('cache-control') ?? '', /immutable/);

    const { json: next } = await put('root', gif.toString('base64'));
    assert.partialDeepStrictEqual(next, { media_type: 'image/gif', width: 2, height: 3 });
    assert.notEqual(at(next, 'url'), first);
    assert.equal((await test.call(first)).status, 404);
  });

  it('refuses what is no picture, or a large one, and keeps the one that there is', async () => {
    const before = await shown();
    const refused: [content: string, why: RegExp][] = [
      ['%%%%', /`content` must be base64/],
      [svg.toString('base64'), /is not an image that browsers can show; send a PNG, JPEG, GIF or WebP/],
      [wideGif.toString('base64'), /has 4097 × 3 pixels; at most 4096/],
      [Buffer.concat([gif, Buffer.alloc(262_144)]).toString('base64'), /at most/],
      [
        Buffer.concat([gif, Buffer.alloc(262_145 - gif.length)]).toString('base64'),
        /has 262145 bytes; at most 262144 are allowed/,
      ],
    ];
    for (const [content, why] of refused) {
      const { status, text } = await put('root', content);
      assert.equal(status, 400, text);
      assert.match(text, why);
    }
    assert.deepEqual(await shown(), before);
  });

  it('goes, and the audit log has it', async () => {
    assert.equal((await test.call('/api/logo', { method: 'DELETE', as: 'root' })).status, 200);
    assert.equal(await shown(), null);
    const { events } = await test.app.features.audit.listAll({ kinds: ['setting-changed'] }, { limit: 2, offset: 0 });
    assert.partialDeepStrictEqual(events, [
      { details: { name: 'logo', picture: 'removed' } },
      { details: { name: 'logo', picture: 'image/gif' } },
    ]);
  });
});
