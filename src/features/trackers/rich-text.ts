// Text that people write in three formats, as the wire shows it: source, rendering and a cleaned rendering.
import MarkdownIt from 'markdown-it';
import sanitizeHtml from 'sanitize-html';
import { matchReferences } from './text-references.ts';

export type TextFormat = 'text' | 'html' | 'commonmark';

const markdown = new MarkdownIt({ html: false, linkify: true });

const colors = [/^(#[0-9a-f]{3,8}|[a-z]+|(rgb|hsl)a?\([\d\s,.%]+\))$/i];
const lengths = [/^(0|\d{1,4}(\.\d+)?(px|em|rem|pt|%))$/];

const cleanHtml = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags: [...sanitizeHtml.defaults.allowedTags, 'img', 'del', 'ins'],
    allowedAttributes: {
      ...sanitizeHtml.defaults.allowedAttributes,
      '*': ['style', 'title'],
      img: ['src', 'alt', 'width', 'height', 'align'],
    },
    allowedSchemes: ['http', 'https', 'mailto', 'ftp'],
    // Looks of text alone: nothing that loads, moves or covers anything.
    allowedStyles: {
      '*': {
        color: colors,
        'background-color': colors,
        'text-align': [/^(left|right|center|justify)$/],
        'text-decoration': [/^(underline|line-through|none)$/],
        'font-family': [/^[\w\s,'"-]+$/],
        'font-size': lengths,
        'font-style': [/^(italic|normal)$/],
        'font-weight': [/^(bold|normal|\d00)$/],
        width: lengths,
        height: lengths,
      },
    },
  });

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Safe HTML of static rich text. */
export const purifyHtml = cleanHtml;

/** The address of what a reference in a text means; undefined where it means nothing that the reader may know of. */
export type FindReference = (keyword: string, id: number) => string | undefined;

/** Links the references in safe, well-formed HTML, but for what stands in a link or in code. */
function linkReferences(html: string, find: FindReference): string {
  let depth = 0;
  return html.replace(/<(\/?)(\w+)[^<>]*>|[^<]+/g, (piece: string, slash?: string, tag?: string) => {
    if (tag !== undefined) {
      if (['a', 'code', 'pre'].includes(tag)) depth += slash === '/' ? -1 : 1;
      return piece;
    }
    return depth > 0 ? piece : linkPlain(piece, find);
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
 * The keys of a text on the wire; `key` names the first (`value` of fields, `body` of comments). Markdown is shown
 * rendered, with format `html` and its source beside it as `commonmark`. References are links in the processed text.
 */
export function renderText(
  { content, format }: { content: string; format: TextFormat },
  key: 'value' | 'body',
  find: FindReference = () => undefined,
): Record<string, string> {
  const html = toHtml(content, format);
  const processed = { [`post_processed_${key}`]: linkReferences(html, find) };
  return format === 'commonmark'
    ? { [key]: html, ...processed, format: 'html', commonmark: content }
    : { [key]: content, ...processed, format };
}

function toHtml(content: string, format: TextFormat): string {
  if (content === '') return '';
  if (format === 'commonmark') return markdown.render(content);
  return format === 'html' ? cleanHtml(content) : escapeHtml(content).replaceAll('\n', '<br />\n');
}
