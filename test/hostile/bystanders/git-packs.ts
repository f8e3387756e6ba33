// Packs as no git makes them: small ones that become large where they are read.
import { hash } from 'node:crypto';
import { deflateSync } from 'node:zlib';

/** As much as one instruction of a delta copies. */
const copiedBytes = 0xff_ff_ff;

/** Type and size at the head of an object. */
function objectHead(type: number, bytes: number): Buffer {
  const head = [(type << 4) | (bytes & 15)];
  for (let left = bytes >> 4; left > 0; left >>= 7) head.push(left & 127);
  return Buffer.from(head.map((byte, index) => (index < head.length - 1 ? byte | 128 : byte)));
}

function sizeInDelta(bytes: number): Buffer {
  const size: number[] = [];
  for (let left = bytes; left > 0; left = Math.floor(left / 128)) size.push(left % 128);
  return Buffer.from(size.map((byte, index) => (index < size.length - 1 ? byte | 128 : byte)));
}

/** A file of zeros, 16 MB less a byte, and one that copies it so many times. */
export function makeDeltaBomb(times: number): Buffer {
  const base = Buffer.alloc(copiedBytes);
  const baseId = hash('sha1', Buffer.concat([Buffer.from(`blob ${copiedBytes}\0`), base]), 'buffer');
  const delta = Buffer.concat([
    sizeInDelta(copiedBytes),
    sizeInDelta(copiedBytes * times),
    ...Array.from({ length: times }, () => Buffer.from([0xf0, 0xff, 0xff, 0xff])),
  ]);
  const pack = Buffer.concat([
    Buffer.from('PACK'),
    Buffer.from([0, 0, 0, 2, 0, 0, 0, 2]),
    objectHead(3, copiedBytes),
    deflateSync(base),
    objectHead(7, delta.length),
    baseId,
    deflateSync(delta),
  ]);
  return Buffer.concat([pack, hash('sha1', pack, 'buffer')]);
}
