// Text that people write in three formats, as the wire shows it: source, rendering and a cleaned rendering.
import MarkdownIt from 'markdown-it';
import sanitizeHtml from 'sanitize-html';

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

/**
 * The keys of a text on the wire; `key` names the first (`value` of fields, `body` of comments). Markdown is shown
 * rendered, with format `html` and its source beside it as `commonmark`.
 */
export function renderText(
  text: { content: string; format: TextFormat },
  key: 'value' | 'body',
): Record<string, string> {
  if (text.format === 'commonmark') {
    const html = text.content === '' ? '' : markdown.render(text.content);
    return { [key]: html, [`post_processed_${key}`]: html, format: 'html', commonmark: text.content };
  }
  const processed =
    text.format === 'html' ? cleanHtml(text.content) : escapeHtml(text.content).replaceAll('\n', '<br />\n');
  return { [key]: text.content, [`post_processed_${key}`]: processed, format: text.format };
}
