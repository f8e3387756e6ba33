// HTML that somebody else made, read so that nothing of it runs or is refused by the policy of the page.

/**
 * The body of a document that is shown nowhere. A `style` is `data-style` in it: browsers report each that they meet, even there.
 */
export function parseForeign(html: string): HTMLElement {
  const unstyled = html.replaceAll(/<[a-z](?:"[^"]*"|'[^']*'|[^'"<>])*>/gi, (tag) =>
    tag.replaceAll(/(["'\s])style(?=\s*=)/gi, '$1data-style'),
  );
  return new DOMParser().parseFromString(unstyled, 'text/html').body;
}

/** The `style` of an element of such a document. */
export const styleOf = (element: Element): string => element.getAttribute('data-style') ?? '';
