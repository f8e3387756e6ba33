// A short mark of a text, by which it is known again. Pure.

/** FNV-1a of its UTF-16 units, with its length; no secret. */
export function textMark(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return `${text.length}-${(hash >>> 0).toString(36)}`;
}
