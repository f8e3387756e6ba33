// Makes safe HTML of one text that people wrote. Pure; the only place that knows the parsers.
import MarkdownIt from 'markdown-it';
import sanitizeHtml from 'sanitize-html';
import {
  attributesMax,
  blockNestingMax,
  elementNestingMax,
  expansionMaxChars,
  MarkupExcessError,
  requireHtmlWithin,
  requireMarkdownWithin,
  requireSourceWithin,
  requireWithin,
  styleMaxChars,
} from './bounds.ts';
import { escapeHtml } from './escape-html.ts';
import type { MarkupText } from './markup-text.ts';
import { showSource } from './show-source.ts';

const markdown = new MarkdownIt({ html: false, linkify: true }).set({ maxNesting: blockNestingMax });

/** Counts what uses of definitions become, at each use. */
function boundExpansion(references: Record<string, { href: string; title: string }>, maxChars: number): void {
  let used = 0;
  for (const reference of Object.values(references)) {
    const { href, title } = reference;
    Object.defineProperty(reference, 'href', {
      get() {
        used += href.length + title.length;
        requireWithin(used, maxChars, 'characters of repeated links');
        return href;
      },
    });
  }
}

// The parser would leave out in silence what is nested deeper.
markdown.core.ruler.after('block', 'bounds', ({ src, env, tokens }) => {
  for (const { level } of tokens) requireWithin(level + 1, blockNestingMax - 1, 'levels of lists and quotes');
  boundExpansion(env.references ?? {}, expansionMaxChars(src));
});

const colors = [/^(#[0-9a-f]{3,8}|[a-z]+|(rgb|hsl)a?\([\d\s,.%]+\))$/i];
const lengths = [/^(0|\d{1,4}(\.\d+)?(px|em|rem|pt|%))$/];

const allowed: sanitizeHtml.IOptions = {
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
};

function cleanHtml(html: string): string {
  let depth = 0;
  return sanitizeHtml(html, {
    ...allowed,
    onOpenTag(_name, attributes) {
      depth += 1;
      requireWithin(depth, elementNestingMax, 'levels of elements');
      requireWithin(Object.keys(attributes).length, attributesMax, 'attributes');
      requireWithin(attributes['style']?.length ?? 0, styleMaxChars, 'characters of style');
    },
    onCloseTag() {
      depth -= 1;
    },
  });
}

function renderMarkdown(source: string): string {
  requireMarkdownWithin(source);
  return markdown.render(source);
}

const renderPlain = (content: string): string => escapeHtml(content).replaceAll('\n', '<br />\n');

const renderers = { commonmark: renderMarkdown, html: cleanHtml, text: renderPlain };

/**
 * Safe, well-formed HTML of bounded length. Where the text exceeds a bound, the HTML shows how it was written. Linear for plain
 * text, and for texts in any format that are too long.
 */
export function renderMarkup({ content, format }: MarkupText): string {
  if (content === '') return '';
  try {
    requireSourceWithin(content);
    const html = renderers[format](content);
    requireHtmlWithin(content, html);
    return html;
  } catch (error) {
    if (error instanceof MarkupExcessError) return showSource(content);
    throw error;
  }
}
