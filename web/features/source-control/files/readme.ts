// Links and pictures of a text in a repository lead to the files beside it. Pure.

interface Where {
  id: number;
  ref: string;
  /** Folder of the text. */
  folder: string;
}

/** The path that a relative address means; undefined for one that leads elsewhere. */
export function pathOf(address: string, folder: string): string | undefined {
  if (/^(?:[a-z][\w+.-]*:|\/\/|#|$)/i.test(address)) return undefined;
  const parts = address.startsWith('/') ? [] : folder.split('/').filter(Boolean);
  const [path = ''] = address.split(/[?#]/, 1);
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  try {
    return decodeURIComponent(parts.join('/'));
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

const unescape = (text: string): string => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"');
const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** HTML that the server made and cleaned, with its relative addresses as those of this repository. */
export const resolveLinks = (html: string, { id, ref, folder }: Where): string =>
  html.replaceAll(/ (href|src)="([^"]*)"/g, (whole, name: string, address: string) => {
    const meant = unescape(address);
    const path = pathOf(meant, folder);
    if (path === undefined) return whole;
    const place = meant.includes('#') ? meant.slice(meant.indexOf('#')) : '';
    const query = new URLSearchParams({ ref, path }).toString();
    const target = `/repositories/${id}${name === 'src' ? '/raw' : ''}?${query}${place}`;
    return ` ${name}="${escape(target)}"`;
  });

/** Of the entries of a folder, the text that tells about it. */
export const findReadme = <T extends { name: string; type: string }>(entries: readonly T[]): T | undefined =>
  entries.find(({ name, type }) => type === 'blob' && /^readme\.(?:md|markdown)$/i.test(name)) ??
  entries.find(({ name, type }) => type === 'blob' && /^readme(?:\.txt)?$/i.test(name));

export const isMarkdown = (path: string): boolean => /\.(?:md|markdown)$/i.test(path);
