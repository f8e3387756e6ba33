// Which addresses that somebody else wrote may be followed, as the parser of addresses reads them: for the server and for pages.

/** A path is read against it; no site has it. */
const anySite = 'http://site.invalid';

/**
 * The path, query and fragment of an address of this site; undefined for anything else. `site` is the origin of the page, where
 * whole addresses of it count, too. Two slashes at the start would name another server once more.
 */
export function readOwnPath(address: string, site: string = anySite): string | undefined {
  const own = URL.parse(site);
  const parsed = URL.parse(address, site);
  if (own === null || parsed === null || parsed.protocol !== own.protocol || parsed.host !== own.host) return undefined;
  return parsed.pathname.replace(/^\/+/, '/') + parsed.search + parsed.hash;
}

/** Where a link that people wrote may lead: to a path of this site, or by HTTP elsewhere; undefined for all that runs or misleads. */
export function readLink(address: string): string | undefined {
  const text = address.trim();
  if (text.startsWith('/')) return readOwnPath(text);
  const parsed = /^https?:\/\//i.test(text) ? URL.parse(text) : undefined;
  return parsed?.href;
}
