/**
 * Frees bytes that nobody looks at any more, where they share their memory with no others. V8 counts memory outside its heap apart:
 * left to it, such bytes lie there until there are 64 MB of them, and then all garbage is collected for their sake.
 */
export function freeBytes(bytes: Uint8Array): void {
  const { buffer, byteLength } = bytes;
  if (buffer instanceof ArrayBuffer && !buffer.detached && byteLength === buffer.byteLength) buffer.transfer(0);
}
