// Pictures that Tepal draws: a pattern for a name, and the figure that stands for everybody without a picture.
import { crc32, deflateSync } from 'node:zlib';

/** Width and height in pixels. */
const size = 80;

type Colour = readonly [red: number, green: number, blue: number];

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** A PNG of two colours, one bit a pixel (W3C PNG, second edition). */
function drawPng(colours: readonly [ground: Colour, ink: Colour], isInk: (x: number, y: number) => boolean): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([1, 3, 0, 0, 0], 8);
  const rowBytes = size / 8 + 1;
  const pixels = Buffer.alloc(rowBytes * size);
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const at = y * rowBytes + 1 + (x >> 3);
      if (isInk(x, y)) pixels.writeUInt8(pixels.readUInt8(at) | (0x80 >> (x & 7)), at);
    }
  }
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(colours.flat())),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const grey: Colour = [224, 226, 230];
const darkGrey: Colour = [140, 146, 156];
const inks: readonly Colour[] = [
  [31, 119, 180],
  [196, 78, 24],
  [44, 130, 60],
  [176, 40, 60],
  [116, 84, 168],
  [130, 86, 75],
  [184, 60, 140],
  [20, 130, 140],
];

/** FNV-1a of the name's bytes, stirred so that each bit goes by all of them. */
function hashName(name: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(name.toLowerCase())) hash = Math.imul(hash ^ byte, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/**
 * A PNG that is always the same for one name: five by five fields, the right half mirrors the left. The pages draw the same
 * without asking for it (web/ui/pickers/drawn-pictures.ts).
 */
export function drawPattern(name: string): Buffer {
  const hash = hashName(name);
  const field = size / 8;
  const margin = field * 1.5;
  const isInk = (x: number, y: number): boolean => {
    const column = Math.floor((x - margin) / field);
    const row = Math.floor((y - margin) / field);
    if (column < 0 || column > 4 || row < 0 || row > 4) return false;
    return ((hash >>> (Math.min(column, 4 - column) * 5 + row)) & 1) === 1;
  };
  return drawPng([grey, inks[hash >>> 29] ?? darkGrey], isInk);
}

/** A PNG of head and shoulders. */
export function drawFigure(): Buffer {
  const isInside = (x: number, y: number, centreY: number, radius: number): boolean =>
    (x + 0.5 - size / 2) ** 2 + (y + 0.5 - centreY) ** 2 <= radius ** 2;
  return drawPng([grey, darkGrey], (x, y) => isInside(x, y, 30, 15) || isInside(x, y, 78, 28));
}
