// What images say of themselves in their first bytes: their kind, by content, and their size, before anything is decoded.

/** As many bytes as tell the kind of any file. */
export const headBytes = 4100;

/** Raster images that browsers show and that can't hold scripts. */
const shownInline = new Set(['image/png', 'image/apng', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);

/** The media type of an image that may be shown in place, by the first bytes of a file; undefined for anything else. */
export async function findInlineType(head: Uint8Array): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import('file-type');
  const found = (await fileTypeFromBuffer(head))?.mime;
  return found !== undefined && shownInline.has(found) ? found : undefined;
}

export interface Pixels {
  width: number;
  height: number;
}

type ReadPixels = (bytes: Buffer) => Pixels | undefined;

/** W3C PNG 11.2.1: the first chunk. */
const readPng: ReadPixels = (bytes) => ({ width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) });

/** GIF89a, section 18. */
const readGif: ReadPixels = (bytes) => ({ width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) });

/** ITU T.81, annex B: segments up to the first frame header. */
const readJpeg: ReadPixels = (bytes) => {
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff;) {
    const marker = bytes.readUInt8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
};

/** RFC 9649, sections 2.5 to 2.7. */
const readWebp: ReadPixels = (bytes) => {
  const kind = bytes.toString('latin1', 12, 16);
  if (kind === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (kind === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  const bits = bytes.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
};

const readers: Readonly<Record<string, ReadPixels>> = {
  'image/png': readPng,
  'image/gif': readGif,
  'image/jpeg': readJpeg,
  'image/webp': readWebp,
};

/** How large an image says that it is; undefined for a kind that no previews are made of, and for a broken one. */
export function readPixels(type: string, bytes: Buffer): Pixels | undefined {
  try {
    return readers[type]?.(bytes);
  } catch (error) {
    // It ends before the number.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
