// Texts that people write in three formats, as the wire shows them: source, HTML, and HTML with links at its references.
import { escapeHtml } from '../../../platform/markup/index.ts';
import type { MarkupText } from '../../../platform/markup/index.ts';
import { matchReferences } from './text-references.ts';

export type { MarkupFormat as TextFormat, MarkupText } from '../../../platform/markup/index.ts';

/** The address of what a reference in a text means; undefined where it means nothing that the reader may know of. */
export type FindReference = (keyword: string, id: number) => string | undefined;

/** A link is some twenty times as long as the shortest reference, so no more than so many of a text become one. */
const linksMax = 500;

/** Links the references in safe, well-formed HTML, but for what stands in a link or in code. */
function linkReferences(html: string, find: FindReference): string {
  let depth = 0;
  let left = linksMax;
  const findSome: FindReference = (keyword, id) => {
    const url = left > 0 ? find(keyword, id) : undefined;
    if (url !== undefined) left -= 1;
    return url;
  };
  return html.replace(/<(\/?)(\w+)[^<>]*>|[^<]+/g, (piece: string, slash?: string, tag?: string) => {
    if (tag !== undefined) {
      if (['a', 'code', 'pre'].includes(tag)) depth += slash === '/' ? -1 : 1;
      return piece;
    }
    return depth > 0 ? piece : linkPlain(piece, findSome);
  });
}

function linkPlain(escaped: string, find: FindReference): string {
  let linked = '';
  let end = 0;
  for (const { keyword, id, text, index } of matchReferences(escaped)) {
    const url = find(keyword, id);
    if (url === undefined) continue;
    linked += `${escaped.slice(end, index)}<a href="${escapeHtml(url)}" class="cross-reference">${text}</a>`;
    end = index + text.length;
  }
  return linked + escaped.slice(end);
}

/**
 * The keys of a text on the wire; `key` names the first (`value` of fields, `body` of comments), `html` is what was made of the
 * text. Markdown is shown rendered, with format `html` and its source beside it as `commonmark`. References are links in the
 * processed text.
 */
export function viewText(
  { content, format }: MarkupText,
  html: string,
  key: 'value' | 'body',
  find: FindReference = () => undefined,
): Record<string, string> {
  const processed = { [`post_processed_${key}`]: linkReferences(html, find) };
  return format === 'commonmark'
    ? { [key]: html, ...processed, format: 'html', commonmark: content }
    : { [key]: content, ...processed, format };
}
