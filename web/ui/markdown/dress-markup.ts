// HTML that the server rendered and cleaned, as a page shows it. Pure.

/** Each is read from where its own text begins; what is in one goes the same way, but for cells. */
const block = /^(?:p|h[1-6]|ul|ol|dl|blockquote|summary|caption|figcaption)$/;
const cell = /^t[dh]$/;

interface Names {
  code: string;
  table: string;
}

/** A part that is wider than its card: keys scroll it where it has the focus. */
const wide = (name: string): string => `tabindex="0" role="group" aria-label="${name.replaceAll('"', '&quot;')}"`;

/** Blocks have the direction of their text; code and tables can be focused, so that keys scroll them. */
export function dressMarkup(html: string, names: Names): string {
  let directed = 0;
  return html.replaceAll(
    /<(\/?)([a-z][a-z\d]*)([^<>]*)>/g,
    (tag: string, slash: string, name: string, rest: string) => {
      if (name === 'pre') return slash === '/' ? tag : `<pre ${wide(names.code)}${rest}>`;
      if (name === 'table')
        return slash === '/' ? '</table></div>' : `<div data-wide ${wide(names.table)}><table${rest}>`;
      const isCell = cell.test(name);
      if (!isCell && !block.test(name)) return tag;
      if (slash === '/') {
        directed -= 1;
        return tag;
      }
      directed += 1;
      return (directed > 1 && !isCell) || / dir=/.test(rest) ? tag : `<${name} dir="auto"${rest}>`;
    },
  );
}
