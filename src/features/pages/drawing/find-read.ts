// Which route an address of the API is of. Pure.
import { apiPrefix } from '../../../platform/http/index.ts';
import type { FirstRead } from '../first-reads.ts';

const isParameter = (part: string): boolean => part.startsWith(':');

/** The parameters of an address by a route; undefined where it is of another one. */
function matchParts(pattern: readonly string[], parts: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const found = parts[index] ?? '';
    if (isParameter(part)) params[part.slice(1)] = decodeURIComponent(found);
    else if (part !== found) return undefined;
  }
  return params;
}

/** Makes what finds the read of an address among these routes that are read; words in their addresses go before parameters. */
export function createFindRead(urls: readonly string[]): (address: string) => FirstRead | undefined {
  const patterns = urls
    .map((url) => ({ url, parts: url.split('/') }))
    .toSorted((a, b) => a.parts.filter(isParameter).length - b.parts.filter(isParameter).length);
  return (address) => {
    const { pathname, searchParams } = new URL(address, 'http://localhost');
    if (!pathname.startsWith(`${apiPrefix}/`)) return undefined;
    const parts = pathname.slice(apiPrefix.length).split('/');
    for (const { url, parts: pattern } of patterns) {
      const params = matchParts(pattern, parts);
      if (params !== undefined) return { url, params, query: Object.fromEntries(searchParams) };
    }
    return undefined;
  };
}
