// Headers of downloads: Range (RFC 9110, section 14) and Content-Disposition (RFC 6266).

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

/** What a name must not hold wherever it is written to a disk. */
const unsafe = /[/\\\p{Cc}\p{Cf}]/gu;
/** Bytes of RFC 8187's attr-char that encodeURIComponent leaves alone and that must not stand there. */
const escapeMore = (text: string): string =>
  text.replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * The header's value for a file of this name, whatever the name holds: in ASCII for old clients, and whole (RFC 8187) where
 * that is not enough. Slashes, control and format characters are replaced.
 */
export function contentDisposition(type: 'attachment' | 'inline', name: string): string {
  const safe = name.toWellFormed().replace(unsafe, '_');
  const plain = safe.replace(/[^\x20-\x7e]/g, '_').replace(/["%]/g, '_');
  const quoted = `${type}; filename="${plain}"`;
  return plain === safe ? quoted : `${quoted}; filename*=UTF-8''${escapeMore(encodeURIComponent(safe))}`;
}
