// Texts that people write in three formats, as the wire shows them: source, HTML, and HTML with links at its references.
import { escapeHtml } from '../../../platform/markup/index.ts';
import type { MarkupText } from '../../../platform/markup/index.ts';
import { matchLinks } from './text-references.ts';

/** The address of what a reference in a text means; undefined where it means nothing that the reader may know of. */
export type FindReference = (keyword: string, value: number | string) => string | undefined;

/** A link is some twenty times as long as the shortest reference, so no more than so many of a text become one. */
const linksMax = 500;

/**
 * Links the references in safe, well-formed HTML, but for what stands in a link or in code. Goes from one sign of a reference to the
 * next, because HTML may have some ten thousand tags and mostly has no reference at all.
 */
function linkReferences(html: string, find: FindReference): string {
  let left = linksMax;
  const findSome: FindReference = (keyword, value) => {
    const url = left > 0 ? find(keyword, value) : undefined;
    if (url !== undefined) left -= 1;
    return url;
  };
  const depthAt = createDepths(html);
  const signs = /\w[ \u00A0]?#[\w.-]|(?<![&#])#\d/g;
  let linked = '';
  let done = 0;
  for (let sign = signs.exec(html); sign !== null && left > 0; sign = signs.exec(html)) {
    const { index } = sign;
    const start = html.lastIndexOf('>', index) + 1;
    const isInTag = html.lastIndexOf('<', index) >= start;
    const next = html.indexOf(isInTag ? '>' : '<', index);
    const end = next < 0 ? html.length : next;
    if (!isInTag && depthAt(start) <= 0) {
      linked += html.slice(done, start) + linkPlain(html.slice(start, end), findSome);
      done = end;
    }
    signs.lastIndex = end;
  }
  return linked + html.slice(done);
}

/** Tells how many links and pieces of code are open at a place of the HTML; to be asked from its start to its end. */
function createDepths(html: string): (index: number) => number {
  const tags = /<(\/?)(?:a|code|pre)\b[^<>]*>/g;
  let depth = 0;
  let tag = tags.exec(html);
  return (index) => {
    for (; tag !== null && tag.index < index; tag = tags.exec(html)) depth += tag[1] === '/' ? -1 : 1;
    return depth;
  };
}

function linkPlain(escaped: string, find: FindReference): string {
  let linked = '';
  let end = 0;
  for (const { keyword, value, text, index } of matchLinks(escaped)) {
    const url = find(keyword, value);
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
