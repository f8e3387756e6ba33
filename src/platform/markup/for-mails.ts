// What rendered texts need where no page of Tepal is around them.
import { looks } from './clean-html.ts';

/** For the head of a document. */
export const markupStyle = `<style>${Object.entries(looks)
  .map(([name, style]) => `.${name}{${style}}`)
  .join('')}</style>`;

const block = /^(?:p|h[1-6]|ul|ol|dl|blockquote|summary|caption|figcaption)$/;

/** Rendered HTML whose blocks are read from where their own text begins; what is in one goes the same way, but for cells of tables. */
export function directBlocks(html: string): string {
  let directed = 0;
  return html.replaceAll(
    /<(\/?)([a-z][a-z\d]*)([^<>]*)>/g,
    (tag: string, slash: string, name: string, rest: string) => {
      const isCell = name === 'td' || name === 'th';
      if (!isCell && !block.test(name)) return tag;
      directed += slash === '/' ? -1 : 1;
      const isDirected = slash === '/' || (directed > 1 && !isCell) || rest.includes(' dir=');
      return isDirected ? tag : `<${name} dir="auto"${rest}>`;
    },
  );
}
