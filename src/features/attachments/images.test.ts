// What images say of themselves, whole and cut at every byte.
import assert from 'node:assert/strict';
import { Transformer } from '@napi-rs/image';
import { it } from 'node:test';
import { findInlineType, readPixels } from './images.ts';

const image = (): Transformer => Transformer.fromRgbaPixels(new Uint8Array(7 * 13 * 4).fill(9), 7, 13);
const gif = Buffer.from('GIF89a\x07\x00\x0d\x00\x00\x00\x00;', 'latin1');

const kinds: [type: string, make: () => Promise<Buffer>][] = [
  ['image/png', () => image().png()],
  ['image/jpeg', () => image().jpeg()],
  ['image/webp', () => image().webp()],
  ['image/webp', () => image().webpLossless()],
  ['image/gif', () => Promise.resolve(gif)],
];

for (const [type, make] of kinds) {
  it(`${type}: kind and size are in the content`, async () => {
    const bytes = await make();
    assert.equal(await findInlineType(bytes), type);
    assert.deepEqual(readPixels(type, bytes), { width: 7, height: 13 });
    for (let length = 0; length < Math.min(bytes.length, 700); length += 1) {
      const pixels = readPixels(type, bytes.subarray(0, length));
      assert.ok(pixels === undefined || (pixels.width === 7 && pixels.height === 13), `${type} of ${length} bytes`);
    }
  });
}

it('what no previews are made of has no size', async () => {
  assert.equal(readPixels('image/avif', Buffer.alloc(100)), undefined);
  for (const text of ['', '<svg/>', '%PDF-1.7', 'PK\x03\x04', '<!doctype html>'])
    assert.equal(await findInlineType(Buffer.from(text)), undefined);
});
