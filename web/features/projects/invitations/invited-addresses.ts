/**
 * Addresses of a pasted text, each once and in small letters, as mail programs and tables write them: apart by lines, spaces,
 * commas or semicolons, bare or as `Ada Lovelace <ada@example.org>`. Other words are kept, so that the server refuses them by name.
 */
export function readAddresses(text: string): string[] {
  const found = text.split(/[\n,;]/).flatMap((part) => {
    const pointed = [...part.matchAll(/<([^<>]*)>/g)].map(([, address = '']) => address.trim());
    return pointed.length > 0 ? pointed : part.split(/\s/);
  });
  return [...new Set(found.map((address) => address.toLowerCase()))].filter((address) => address !== '');
}
