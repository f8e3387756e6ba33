// Pictures of accounts: where avatar_url leads, who may set one, and that an upload can do nothing but be looked at.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { inflateSync } from 'node:zlib';
import { at, startApp } from '../support/harness.ts';
import type { Answered, TestApp } from '../support/harness.ts';
import { expectRow } from '../support/scenario.ts';
import type { Row } from '../support/scenario.ts';

const base64Of = (start: string, length = 40): string =>
  Buffer.from(start.padEnd(length, '.'), 'latin1').toString('base64');
const pictures = {
  'image/png': base64Of('\x89PNG\r\n\x1a\n'),
  'image/jpeg': base64Of('\xff\xd8\xff\xe0'),
  'image/gif': base64Of('GIF89a'),
  'image/webp': base64Of('RIFF\x01\x02\x03\x04WEBPVP8 '),
};
const png = { content_type: 'image/png', content: pictures['image/png'] };

let test: TestApp;
const ids = new Map<string, number>();
before(async () => {
  test = await startApp();
  for (const name of ['ana', 'bare', 'manager', 'reader']) ids.set(name, await test.addUser(name));
  const { people } = test.app.features;
  await people.change('ana', { realName: 'Ana' });
  await people.grantDelegation('user-management', 'manager');
  await people.grantDelegation('rest-read-only', 'reader');
});
after(() => test.close());

const avatarOf = async (name: string): Promise<{ has: unknown; url: string }> => {
  const { json } = await test.call(`/api/users/${ids.get(name)}`, { as: 'reader' });
  return { has: at(json, 'has_avatar'), url: String(at(json, 'avatar_url')) };
};
/** The ink of a drawn picture, and its inked fields as parts of a path: PNG with a palette of two, a bit a pixel. */
function fieldsOf(picture: Buffer): { ink: string; fields: string[] } {
  const [palette, data] = [picture.indexOf('PLTE'), picture.indexOf('IDAT')];
  const pixels = inflateSync(picture.subarray(data + 4, data + 4 + picture.readUInt32BE(data - 4)));
  const corners = [15, 25, 35, 45, 55];
  const isInk = (x: number, y: number): boolean =>
    (pixels.readUInt8((y + 5) * 11 + 1 + ((x + 5) >> 3)) & (0x80 >> ((x + 5) & 7))) !== 0;
  return {
    ink: `#${picture.toString('hex', palette + 7, palette + 10)}`,
    fields: corners.flatMap((y) => corners.filter((x) => isInk(x, y)).map((x) => `M${x} ${y}h10v10h-10z`)),
  };
}
/** Asks without credentials, as an image in a page does. */
const look = (url: string): Promise<Answered> => test.call(new URL(url).pathname);
const put = (name: string, body: unknown = png): Pick<Row, 'method' | 'path' | 'body'> => ({
  method: 'PUT',
  path: `/api/users/${name === 'self' ? name : ids.get(name)}/avatar`,
  body,
});

const safe = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': /^default-src 'none'; sandbox$/,
};

describe('drawn pictures', () => {
  it('avatar_url leads to a pattern for who has a real name, else to the figure', async () => {
    assert.deepEqual(await avatarOf('ana'), { has: true, url: 'https://localhost/users/ana/avatar.png' });
    const figure = 'https://localhost/themes/common/images/avatar_default.png';
    assert.deepEqual(await avatarOf('bare'), { has: false, url: figure });
    for (const path of ['/users/ana/avatar.png', new URL(figure).pathname]) {
      const answer = await expectRow(test, { path, status: 200, answers: { ...safe, 'content-type': 'image/png' } });
      assert.ok(answer.text.slice(1).startsWith('PNG'), path);
      const headers = { 'if-none-match': answer.headers.get('etag') ?? '' };
      await expectRow(test, { path, headers, status: 304 });
      await expectRow(test, { path, method: 'POST', status: 405, answers: { allow: 'OPTIONS, GET' } });
    }
  });

  it('a name that nobody has gets one too, so that asking tells nothing', async () => {
    await setMode('regular');
    const known = await expectRow(test, { path: '/users/ana/avatar.png', status: 200 });
    const unknown = await expectRow(test, { path: '/users/nobody-at-all/avatar.png', status: 200 });
    assert.notEqual(known.text, unknown.text);
    const names = (answer: Answered): string[] => [...answer.headers.keys()];
    assert.deepEqual(names(known), names(unknown));
    await setMode('anonymous');
  });

  for (const name of ['ana', 'Ana', 'member_12', 'zoë', 'a b/c'])
    it(`draws a pattern for “${name}”`, async () => {
      const path = `/users/${encodeURIComponent(name)}/avatar.png`;
      const response = await fetch(test.base + path);
      const shown = fieldsOf(Buffer.from(await response.arrayBuffer()));
      assert.ok(shown.fields.length > 0);
    });

  const nothing = [
    '/users/ana/avatar-.png',
    '/users/ana/avatar-..%2f.png',
    `/users/ana/avatar-${'0'.repeat(32)}.png`,
    '/users/ana/other.png',
  ];
  for (const path of nothing) it(`404 to ${path}`, async () => void (await expectRow(test, { path, status: 404 })));
});

const setMode = (mode: string): Promise<void> => test.app.features.site.changeSetting('access_mode', mode);

describe('own pictures', () => {
  for (const [type, content] of Object.entries(pictures)) {
    it(`${type} is served as it came, at an address that tells it from the one before`, async () => {
      const before = await avatarOf('ana');
      await expectRow(test, { ...put('self', { content_type: type, content }), as: 'ana', status: 200 });
      const { has, url } = await avatarOf('ana');
      assert.equal(has, true);
      assert.match(url, /^https:\/\/localhost\/users\/ana\/avatar-[0-9a-f]{32}\.png$/);
      assert.notEqual(url, before.url);
      const answers = { ...safe, 'content-type': type, 'cache-control': /immutable/ };
      await expectRow(test, { path: new URL(url).pathname, status: 200, answers });
      if (before.url.includes('avatar-')) assert.equal((await look(before.url)).status, 404);
    });
  }

  it('comes in XML, and goes by DELETE', async () => {
    const body = `<request><content_type>image/png</content_type><content>${png.content}</content></request>`;
    const headers = { 'content-type': 'application/xml', accept: 'application/xml' };
    await expectRow(test, { ...put('bare'), body, headers, as: 'bare', status: 200 });
    const { url } = await avatarOf('bare');
    assert.equal((await look(url)).status, 200);
    for (let times = 0; times < 2; times += 1)
      await expectRow(test, { method: 'DELETE', path: '/api/users/self/avatar', as: 'bare', status: 200 });
    assert.equal((await look(url)).status, 404);
    assert.equal((await avatarOf('bare')).has, false);
  });

  it('is set by its owner alone, and taken back by those who manage accounts too', async () => {
    await expectRow(test, { ...put('self'), as: 'ana', status: 200 });
    const { url } = await avatarOf('ana');
    for (const as of ['bare', 'manager', 'reader', 'root']) await expectRow(test, { ...put('ana'), as, status: 403 });
    const path = `/api/users/${ids.get('ana')}/avatar`;
    for (const as of ['bare', 'reader']) await expectRow(test, { method: 'DELETE', path, as, status: 403 });
    await expectRow(test, { method: 'DELETE', path, status: 401 });
    assert.equal((await look(url)).status, 200);
    await expectRow(test, { method: 'DELETE', path, as: 'manager', status: 200 });
    assert.equal((await look(url)).status, 404);
    await expectRow(test, { method: 'DELETE', path: '/api/users/0/avatar', as: 'root', status: 403 });
    await expectRow(test, { method: 'DELETE', path: '/api/users/999/avatar', as: 'root', status: 404 });
  });

  it('of an account with site-wide rights is removed by its owner and site administrators alone', async () => {
    const root = Number(at((await test.call('/api/users/self', { as: 'root' })).json, 'id'));
    for (const [owner, id] of [
      ['root', root],
      ['reader', ids.get('reader')],
    ] as const) {
      const path = `/api/users/${id}/avatar`;
      await expectRow(test, { ...put('self'), as: owner, status: 200 });
      await expectRow(test, { method: 'DELETE', path, as: 'manager', status: 403 });
      await expectRow(test, { method: 'DELETE', path, as: 'root', status: 200 });
    }
  });

  const refused: [body: object, part: string][] = [
    [{}, 'content'],
    [{ content_type: 'image/png' }, 'content'],
    [{ content: png.content }, 'content_type'],
    [{ ...png, content_type: 'image/svg+xml' }, 'content_type'],
    [{ ...png, content_type: 'text/html' }, 'content_type'],
    [{ ...png, content_type: 'image/gif' }, 'content'],
    [{ ...png, content: Buffer.from('<svg onload="alert(1)"/>').toString('base64') }, 'content'],
    [{ ...png, content: 'no base64!' }, 'content'],
    [{ ...png, content: `${png.content}=` }, 'content'],
    [{ ...png, content: '' }, 'content'],
    [{ ...png, content: null }, 'content'],
    [{ ...png, content: base64Of('\x89PNG\r\n\x1a\n', 262_145 + 3) }, 'content'],
  ];
  for (const [body, part] of refused) {
    it(`400 to ${JSON.stringify(body).slice(0, 80)}`, async () => {
      await expectRow(test, { ...put('self', body), as: 'ana', status: 400, contains: [part] });
    });
  }

  it('takes 256 KiB', async () => {
    const content = base64Of('\x89PNG\r\n\x1a\n', 262_144);
    await expectRow(test, { ...put('self', { ...png, content }), as: 'ana', status: 200 });
    const { url } = await avatarOf('ana');
    assert.equal((await look(url)).headers.get('content-length'), '262144');
  });
});
