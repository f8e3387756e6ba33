// Makes safe HTML of one text that people wrote. Pure; the only place that knows the parsers.
import MarkdownIt from 'markdown-it';
import type { Env, RendererRule } from 'markdown-it';
import {
  blockNestingMax,
  expansionMaxChars,
  MarkupExcessError,
  requireHtmlWithin,
  requireMarkdownWithin,
  requireSourceWithin,
  requireWithin,
} from './bounds.ts';
import { classesOfStyle, cleanHtml, isAllowedAddress } from './clean-html.ts';
import { escapeHtml } from './escape-html.ts';
import type { MarkupText } from './markup-text.ts';
import { hasHtml, takeRawHtml } from './raw-html.ts';
import { showSource } from './show-source.ts';

const markdown = new MarkdownIt({ html: false, linkify: true }).set({ maxNesting: blockNestingMax });
takeRawHtml(markdown);

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

const taskMark = /^\[([ xX])\] /;

// Items of task lists begin with the picture of a box: texts that people write hold no controls.
markdown.core.ruler.push('tasks', ({ tokens }) => {
  for (const [index, { type, children }] of tokens.entries()) {
    const isItem = tokens[index - 1]?.type === 'paragraph_open' && tokens[index - 2]?.type === 'list_item_open';
    const first = type === 'inline' && isItem ? children?.[0] : undefined;
    if (first?.type === 'text')
      first.content = first.content.replace(taskMark, (_all, mark) => (mark === ' ' ? '☐ ' : '☑ '));
  }
});

/** Columns of tables have a class: the policy of pages takes no `style`. */
const dressCell: RendererRule = (tokens, index, options, _env, renderer) => {
  const token = tokens[index];
  const style = token?.attrGet('style');
  if (token !== undefined && typeof style === 'string') token.attrs = [['class', classesOfStyle(style).join(' ')]];
  return renderer.renderToken(tokens, index, options);
};
markdown.renderer.rules['th_open'] = dressCell;
markdown.renderer.rules['td_open'] = dressCell;

// The parser asks about links and pictures alike, and knows which data may be shown.
const isHarmless = markdown.validateLink.bind(markdown);
markdown.validateLink = (address) =>
  isHarmless(address) && (isAllowedAddress('a', address) || isAllowedAddress('img', address));

/** Leaves out an address that is for the other kind alone, as `cleanHtml` does. */
function dropAddress(rule: 'link_open' | 'image', name: 'a' | 'img', attribute: 'href' | 'src'): void {
  const render: RendererRule =
    markdown.renderer.rules[rule] ??
    ((tokens, index, options, _env, renderer) => renderer.renderToken(tokens, index, options));
  markdown.renderer.rules[rule] = (tokens, index, options, env, renderer) => {
    const token = tokens[index];
    if (token !== undefined && !isAllowedAddress(name, String(token.attrGet(attribute) ?? '')))
      token.attrs = (token.attrs ?? []).filter(([given]) => given !== attribute);
    return render(tokens, index, options, env, renderer);
  };
}
dropAddress('link_open', 'a', 'href');
dropAddress('image', 'img', 'src');

function renderMarkdown(source: string): string {
  requireMarkdownWithin(source);
  const env: Env = {};
  const html = markdown.render(source, env);
  if (env[hasHtml] !== true) return html;
  requireHtmlWithin(source, html);
  return cleanHtml(html);
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
