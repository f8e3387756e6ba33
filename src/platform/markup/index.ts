// Safe HTML of texts in Markdown and HTML that people write: bounded before, while and after it is made, and never made where
// others would wait for it.

export { escapeHtml } from './escape-html.ts';
export { directBlocks, markupStyle } from './for-mails.ts';
export { createMarkupRenderer, isLongText, noTexts, renderAll } from './markup-renderer.ts';
export type { MarkupRenderer, RenderedTexts } from './markup-renderer.ts';
export { markupVersion } from './markup-text.ts';
export type { MarkupFormat, MarkupText } from './markup-text.ts';
export { excerptOf, withoutMarkdown } from './without-markdown.ts';
