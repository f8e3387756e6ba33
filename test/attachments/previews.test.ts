// Previews of attached images: made once, small, kept; and images that would cost too much, or are none.
import assert from 'node:assert/strict';
import { Transformer } from '@napi-rs/image';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { after, before, describe, it } from 'node:test';
import { credentialsOf, download, openFiles } from '../support/attachment-world.ts';
import type { Files } from '../support/attachment-world.ts';
import { at } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';

let files: Files;
let test: TestApp;
let credentials: Record<string, string> = {};
before(async () => {
  files = await openFiles();
  ({ test } = files);
  credentials = await credentialsOf(test, 'ana');
});
after(() => test.close());

const paint = (width: number, height: number): Transformer =>
  Transformer.fromRgbaPixels(new Uint8Array(width * height * 4).fill(120), width, height);

const addImage = async (bytes: Uint8Array, type = 'image/png'): Promise<string> => {
  const { file } = await files.addBugWith(bytes, { name: 'picture', type });
  return `/plugins/tracker/attachments/preview/${file}-picture`;
};

const images: [kind: string, make: () => Promise<Buffer>, width: number, height: number][] = [
  ['PNG', () => paint(1000, 500).png(), 480, 240],
  ['JPEG', () => paint(300, 960).jpeg(), 150, 480],
  ['WebP', () => paint(481, 100).webp(), 480, 100],
  ['lossless WebP', () => paint(960, 960).webpLossless(), 480, 480],
  ['small PNG', () => paint(10, 20).png(), 10, 20],
];

describe('a preview', () => {
  for (const [kind, make, width, height] of images) {
    it(`of a ${kind} fits 480 by 480 pixels`, async () => {
      const { status, headers, bytes } = await download(test, await addImage(await make()), credentials);
      assert.equal(status, 200);
      assert.equal(headers.get('content-type'), 'image/webp');
      assert.equal(headers.get('content-disposition'), 'inline; filename="picture.webp"');
      assert.equal(headers.get('content-security-policy'), "default-src 'none'; sandbox");
      const made = await new Transformer(bytes).metadata();
      assert.deepEqual([made.format, made.width, made.height], ['webp', width, height]);
    });
  }

  it('is made once, by however many askers, and answers 304', async () => {
    const path = await addImage(await paint(600, 600).png());
    const count = (): number => readdirSync(join(test.app.dataDir, 'files')).length;
    const before = count();
    const answers = await Promise.all(Array.from({ length: 5 }, () => download(test, path, credentials)));
    assert.ok(answers.every(({ status, bytes }) => status === 200 && bytes.equals(answers[0]?.bytes ?? bytes)));
    assert.equal(count(), before + 1);
    const etag = answers[0]?.headers.get('etag') ?? '';
    assert.equal((await download(test, path, { ...credentials, 'if-none-match': etag })).status, 304);
    assert.equal((await download(test, path.replace('/preview', ''), credentials)).headers.get('etag') === etag, false);
  });

  it('is where the field says, for what was declared an image', async () => {
    const { bug, file } = await files.addBugWith(await paint(20, 20).png(), { name: 'a.png', type: 'image/png' });
    const shown = (await files.shown(bug))[0];
    assert.equal(at(shown, 'html_preview_url'), `/plugins/tracker/attachments/preview/${file}-a.png`);
  });
});

/** A PNG that says to be of this size, with so many lines of pixels. */
function makePng(width: number, height: number, lines: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const framed = Buffer.alloc(data.length + 12);
    framed.writeUInt32BE(data.length, 0);
    framed.write(type, 4, 'latin1');
    data.copy(framed, 8);
    return framed;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const pixels = chunk('IDAT', deflateSync(Buffer.alloc((width * 4 + 1) * lines)));
  return Buffer.concat([signature, chunk('IHDR', header), pixels, chunk('IEND', Buffer.alloc(0))]);
}

describe('there is no preview', () => {
  const rows: [what: string, bytes: Buffer][] = [
    ['of an image with more pixels than are decoded', makePng(20_000, 20_000, 1)],
    ['of an image that says to have none', makePng(0, 0, 0)],
    ['of an image that says to be immense', makePng(2 ** 31 - 1, 2 ** 31 - 1, 0)],
    ['of a broken image', makePng(100, 100, 1)],
    ['of an image that is cut off', makePng(100, 100, 1).subarray(0, 20)],
    ['of a JPEG without a frame', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xd9, 0, 0, 0, 0, 0, 0])],
    ['of a text that was declared an image', Buffer.from('no image')],
    ['of a drawing that could hold scripts', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['of nothing', Buffer.alloc(0)],
  ];
  for (const [what, bytes] of rows) {
    it(what, async () => {
      const path = await addImage(bytes);
      for (let times = 0; times < 2; times += 1) assert.equal((await download(test, path, credentials)).status, 404);
    });
  }
});
