// HTML within Markdown: tags of elements that a text may have are HTML, comments are not shown, and whatever else stands between
// angle brackets is text. Each rule looks at a character a bounded number of times.
import type { MarkdownIt, StateBlock, StateInline, Token } from 'markdown-it';
import { blockElements, markupElements, voidElements } from './elements.ts';
import { escapeHtml } from './escape-html.ts';

/** Attributes have values, but for two: `a<b and c>d` is no tag. */
const tag =
  /<(\/?)([a-z][a-z\d]*)(?:\s+(?:open|reversed|[a-z_:][\w:.-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'|[^\s"'=<>`]+)))*\s*\/?>/iy;
const start = /<\/?([a-z][a-z\d]*)(?=[\s/>]|$)/iy;

interface Tag {
  readonly name: string;
  readonly isEnd: boolean;
  /** As it was written. */
  readonly source: string;
}

function tagAt(text: string, index: number): Tag | undefined {
  tag.lastIndex = index;
  const [source = '', slash, name = ''] = tag.exec(text) ?? [];
  const lower = name.toLowerCase();
  return markupElements.has(lower) ? { name: lower, isEnd: slash === '/', source } : undefined;
}

const commentEnd = '-->';

/** Where in the texts of parsers the last sign of a kind is; looked for once in each. */
const lastSigns = new WeakMap<object, Map<string, number>>();

function hasAfter(state: { readonly src: string }, sign: string, index: number): boolean {
  const known = lastSigns.get(state) ?? new Map<string, number>();
  lastSigns.set(state, known);
  const last = known.get(sign) ?? state.src.lastIndexOf(sign);
  known.set(sign, last);
  return last >= index;
}

/** How a block of HTML ends, and whether it may begin right below a line of text; undefined where none begins. */
function blockAt(state: StateBlock, line: string, at: number): { end: RegExp; interrupts: boolean } | undefined {
  if (line.startsWith('<!--')) return hasAfter(state, commentEnd, at) ? { end: /-->/, interrupts: true } : undefined;
  start.lastIndex = 0;
  const name = start.exec(line)?.[1]?.toLowerCase() ?? '';
  if (name === 'pre' && hasAfter(state, '</pre>', at)) return { end: /<\/pre>/, interrupts: true };
  if (blockElements.has(name)) return { end: /^\s*$/, interrupts: true };
  const alone = tagAt(line, 0);
  return alone !== undefined && line.slice(alone.source.length).trim() === ''
    ? { end: /^\s*$/, interrupts: false }
    : undefined;
}

function takeBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const lineAt = (line: number): string =>
    state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
  if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
  const first = lineAt(startLine);
  if (!first.startsWith('<')) return false;
  const block = blockAt(state, first, state.bMarks[startLine] ?? 0);
  if (block === undefined) return false;
  if (silent) return block.interrupts;
  let next = startLine + 1;
  if (!block.end.test(first))
    for (; next < endLine && (state.sCount[next] ?? 0) >= state.blkIndent; next += 1) {
      const line = lineAt(next);
      if (!block.end.test(line)) continue;
      if (line !== '') next += 1;
      break;
    }
  state.line = next;
  const token = state.push('html_block', '', 0);
  token.map = [startLine, next];
  token.content = state.getLines(startLine, next, state.blkIndent, true);
  return true;
}

function takeInline(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== '<') return false;
  if (state.src.startsWith('<!--', state.pos)) {
    if (!hasAfter(state, commentEnd, state.pos + 2)) return false;
    state.pos = state.src.indexOf(commentEnd, state.pos + 2) + commentEnd.length;
    return true;
  }
  const found = tagAt(state.src, state.pos);
  if (found === undefined) return false;
  if (!silent) state.push('html_inline', '', 0).content = found.source;
  state.pos += found.source.length;
  return true;
}

/** Tags of a line without their counterpart become text: `Array<i>` is no beginning of something in italics. */
function requirePairs(children: readonly Token[]): void {
  const open: { token: Token; name: string }[] = [];
  const opened = new Map<string, number>();
  const leave = (): { token: Token; name: string } | undefined => {
    const last = open.pop();
    if (last !== undefined) opened.set(last.name, (opened.get(last.name) ?? 0) - 1);
    return last;
  };
  const showAsText = (token: Token | undefined): void => {
    if (token !== undefined) token.type = 'text';
  };
  for (const token of children) {
    if (token.type !== 'html_inline') continue;
    const { name, isEnd } = tagAt(token.content, 0) ?? { name: '', isEnd: false };
    if (voidElements.has(name)) continue;
    if (!isEnd) {
      open.push({ token, name });
      opened.set(name, (opened.get(name) ?? 0) + 1);
    } else if ((opened.get(name) ?? 0) === 0) showAsText(token);
    else for (let last = leave(); last !== undefined && last.name !== name; last = leave()) showAsText(last.token);
  }
  for (const { token } of open) showAsText(token);
}

/** A block of HTML without its comments; what is no tag of a text is text. */
function escapeForeign(html: string): string {
  let safe = '';
  let done = 0;
  const lastComment = html.lastIndexOf(commentEnd);
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', done)) {
    safe += html.slice(done, at);
    if (html.startsWith('<!--', at) && lastComment > at) {
      done = html.indexOf(commentEnd, at + 2) + commentEnd.length;
      continue;
    }
    const found = tagAt(html, at);
    safe += found?.source ?? escapeHtml('<');
    done = at + (found?.source.length ?? 1);
  }
  return safe + html.slice(done);
}

/** Of what `render` was given: becomes true where the text has HTML of its own, so that what comes out is to be cleaned. */
export const hasHtml = Symbol('the text has HTML');

/** Has a parser take HTML. */
export function takeRawHtml(markdown: MarkdownIt): void {
  markdown.block.ruler.at('html_block', takeBlock, { alt: ['paragraph', 'reference', 'blockquote'] });
  markdown.inline.ruler.at('html_inline', takeInline);
  markdown.core.ruler.after('inline', 'pairs', ({ tokens, env }) => {
    for (const { type, children } of tokens) {
      if (children !== null) requirePairs(children);
      if (type === 'html_block' || children?.some((child) => child.type === 'html_inline') === true)
        env[hasHtml] = true;
    }
  });
  markdown.renderer.rules['html_block'] = (tokens, index) => escapeForeign(tokens[index]?.content ?? '');
}
