// The header Content-Disposition, which names a file that is downloaded (RFC 6266).

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
