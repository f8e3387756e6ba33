// Parts of a file: the header Range (RFC 9110, section 14).

/** Bytes from `start` up to, and without, `end`. */
interface Range {
  start: number;
  end: number;
}

const oneRange = /^bytes=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/;

/**
 * What a Range header asks for of `size` bytes: the part, 'none' where it lies outside (416), or undefined where the whole
 * is to be answered, because the header is absent, of another unit, malformed, or names several parts.
 */
export function readByteRange(header: string | undefined, size: number): Range | 'none' | undefined {
  const found = oneRange.exec(header?.replaceAll(' ', '') ?? '');
  if (found === null) return undefined;
  const [, first, last, suffix] = found;
  if (suffix !== undefined) {
    const length = Math.min(Number(suffix), size);
    return length === 0 ? 'none' : { start: size - length, end: size };
  }
  const start = Number(first);
  const end = last === '' || last === undefined ? size : Math.min(Number(last) + 1, size);
  if (last !== undefined && last !== '' && Number(last) < start) return undefined;
  return start < size ? { start, end } : 'none';
}
