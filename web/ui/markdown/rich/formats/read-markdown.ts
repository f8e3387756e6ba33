// Markdown by its blocks, each with its lines. What the editor can't show is a block of source. Pure.
import MarkdownIt from 'markdown-it';
import type { Env, Token } from 'markdown-it';
import { Fragment } from '@tiptap/pm/model';
import type { Mark, Node, Schema } from '@tiptap/pm/model';
import type { ReadBlock } from './read-block.ts';

const parser = new MarkdownIt({ html: true });

/** What the editor has no node for. */
class UnknownMarkup extends Error {}

const markNames: Readonly<Record<string, string>> = { strong: 'bold', em: 'italic', s: 'strike' };

const isBreak = (html: string): boolean => /^<br\s*\/?>$/i.test(html);

const footnote = /\[\^[^\]\s]+\]/;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function readImage(schema: Schema, token: Token, marks: readonly Mark[]): Node {
  const alt = (token.children ?? []).map(({ type, content }) => (type === 'softbreak' ? '\n' : content)).join('');
  const title = textOf(token.attrGet('title'));
  return schema.node(
    'image',
    { src: textOf(token.attrGet('src')), alt, title: title === '' ? null : title },
    undefined,
    marks,
  );
}

/** The words of a block. Throws UnknownMarkup. */
function readInline(schema: Schema, tokens: readonly Token[]): Fragment {
  const nodes: Node[] = [];
  let marks: readonly Mark[] = [];
  for (const token of tokens) {
    const { type, tag, content } = token;
    const markName = markNames[tag];
    if (type === 'text' || type === 'text_special') {
      if (content !== '') nodes.push(schema.text(content, marks));
    } else if (type === 'code_inline') nodes.push(schema.text(content, schema.mark('code').addToSet(marks)));
    else if (type === 'softbreak') nodes.push(schema.text(' ', schema.mark('softBreak').addToSet(marks)));
    else if (type === 'hardbreak' || (type === 'html_inline' && isBreak(content)))
      nodes.push(schema.node('hardBreak', null, undefined, marks));
    else if (type === 'image') nodes.push(readImage(schema, token, marks));
    else if (type === 'link_open') {
      const title = textOf(token.attrGet('title'));
      const link = schema.mark('link', { href: textOf(token.attrGet('href')), title: title === '' ? null : title });
      marks = link.addToSet(marks);
    } else if (type === 'link_close') marks = marks.filter((mark) => mark.type.name !== 'link');
    else if (markName !== undefined && token.nesting === 1) marks = schema.mark(markName).addToSet(marks);
    else if (markName !== undefined) marks = marks.filter((mark) => mark.type.name !== markName);
    else throw new UnknownMarkup(type);
  }
  return Fragment.fromArray(nodes);
}

interface Frame {
  type: string;
  attrs: Record<string, unknown> | undefined;
  content: Node[];
}

const alignOf = (token: Token): string | null =>
  /text-align:(left|right|center)/.exec(textOf(token.attrGet('style')))?.[1] ?? null;

/** What a token opens; undefined for one that opens nothing of its own, such as the body of a table. Throws UnknownMarkup. */
function openFrame(token: Token): Omit<Frame, 'content'> | undefined {
  switch (token.type) {
    case 'paragraph_open':
      return { type: 'paragraph', attrs: undefined };
    case 'heading_open':
      return { type: 'heading', attrs: { level: Number(token.tag.slice(1)) } };
    case 'blockquote_open':
      return { type: 'blockquote', attrs: undefined };
    case 'bullet_list_open':
      return { type: 'bulletList', attrs: { marker: token.markup, tight: true } };
    case 'ordered_list_open':
      return {
        type: 'orderedList',
        attrs: { start: Number(token.attrGet('start') ?? 1), delimiter: token.markup, tight: true },
      };
    case 'list_item_open':
      return { type: 'listItem', attrs: { checked: null } };
    case 'table_open':
      return { type: 'table', attrs: undefined };
    case 'tr_open':
      return { type: 'tableRow', attrs: undefined };
    case 'th_open':
      return { type: 'tableHeader', attrs: { align: alignOf(token) } };
    case 'td_open':
      return { type: 'tableCell', attrs: { align: alignOf(token) } };
    case 'thead_open':
    case 'tbody_open':
      return undefined;
    default:
      throw new UnknownMarkup(token.type);
  }
}

/** The box of a task in front of its words. */
const taskBox = /^\[([ xX])\](?: |$)/;

/** Takes the box of a task off the first words of its item. */
function readTask(schema: Schema, item: Frame): void {
  const [first, ...others] = item.content;
  const [words, ...more] = first?.type.name === 'paragraph' ? first.children : [];
  const box = words?.isText === true && words.marks.length === 0 ? taskBox.exec(words.text ?? '') : null;
  if (words === undefined || box === null) return;
  item.attrs = { checked: box[1] !== ' ' };
  const rest = words.nodeSize === box[0].length ? [] : [words.cut(box[0].length)];
  item.content = [schema.node('paragraph', null, [...rest, ...more]), ...others];
}

function closeFrame(schema: Schema, frame: Frame): Node {
  const isCell = frame.type === 'tableCell' || frame.type === 'tableHeader';
  if (isCell) frame.content = [schema.node('paragraph', null, frame.content)];
  if (frame.type === 'listItem') {
    if (frame.content.length === 0) frame.content = [schema.node('paragraph')];
    readTask(schema, frame);
  }
  return schema.node(frame.type, frame.attrs, frame.content);
}

/** The one block that these tokens are. Throws UnknownMarkup. */
function readBlock(schema: Schema, tokens: readonly Token[]): Node {
  const top: Frame = { type: 'doc', attrs: undefined, content: [] };
  const frames: Frame[] = [top];
  for (const token of tokens) {
    const frame = frames.at(-1) ?? top;
    if (token.type === 'inline') {
      if (footnote.test(token.content)) throw new UnknownMarkup('footnote');
      frame.content.push(...readInline(schema, token.children ?? []).content);
    } else if (token.type === 'fence' || token.type === 'code_block') {
      const content = token.content.replace(/\n$/, '');
      const language = token.type === 'fence' ? parser.utils.unescapeAll(token.info.trim()) : '';
      frame.content.push(schema.node('codeBlock', { language }, content === '' ? [] : [schema.text(content)]));
    } else if (token.type === 'hr') frame.content.push(schema.node('horizontalRule'));
    else if (token.nesting === 1) {
      // A list whose paragraphs are not hidden is loose.
      const list = frames.at(-2);
      if (token.type === 'paragraph_open' && !token.hidden && frame.type === 'listItem' && list?.attrs !== undefined)
        list.attrs['tight'] = false;
      const opened = openFrame(token);
      if (opened !== undefined) frames.push({ ...opened, content: [] });
    } else if (!/^t(?:head|body)_close$/.test(token.type)) {
      frames.pop();
      frames.at(-1)?.content.push(closeFrame(schema, frame));
    }
  }
  const [node] = top.content;
  if (node === undefined || top.content.length > 1) throw new UnknownMarkup('several blocks');
  node.check();
  return node;
}

/** Where each line begins, and the end of the text behind them; as the parser splits lines. */
function listLineStarts(source: string): number[] {
  const starts = [0];
  for (const { index, 0: end } of source.matchAll(/\r\n?|\n/g)) starts.push(index + end.length);
  starts.push(source.length);
  return starts;
}

const isBlank = (line: string | undefined): boolean => line === undefined || /^[ \t]*$/.test(line);

const sourceNode = (schema: Schema, source: string): Node => {
  const text = source.replaceAll(/\r\n?/g, '\n');
  return schema.node('sourceBlock', null, text === '' ? [] : [schema.text(text)]);
};

/** Tokens of each block, with the lines that they are from. */
function* splitBlocks(tokens: readonly Token[]): Generator<{ tokens: Token[]; from: number; to: number }> {
  let block: Token[] = [];
  for (const token of tokens) {
    block.push(token);
    if (token.level !== 0 || token.nesting === 1) continue;
    const [from, to] = block[0]?.map ?? [0, 0];
    yield { tokens: block, from, to };
    block = [];
  }
}

/** The blocks of a text in Markdown. What is between them is blank. */
export function readMarkdown(schema: Schema, source: string): ReadBlock[] {
  const lines = source.split(/\r\n?|\n/);
  const starts = listLineStarts(source);
  const blocks: ReadBlock[] = [];
  let done = 0;
  const add = (from: number, to: number, read: (written: string) => Node): void => {
    let [first, last] = [from, to - 1];
    while (first <= last && isBlank(lines[first])) first += 1;
    while (last >= first && isBlank(lines[last])) last -= 1;
    if (first > last) return;
    const start = starts[first] ?? 0;
    const end = (starts[last] ?? 0) + (lines[last]?.length ?? 0);
    blocks.push({ node: read(source.slice(start, end)), start, end });
  };
  for (const { tokens, from, to } of splitBlocks(parser.parse(source, {}))) {
    // Definitions of links leave no tokens.
    add(done, from, (written) => sourceNode(schema, written));
    add(from, to, (written) => {
      try {
        return readBlock(schema, tokens);
      } catch (error) {
        if (error instanceof UnknownMarkup || error instanceof RangeError) return sourceNode(schema, written);
        throw error;
      }
    });
    done = Math.max(done, to);
  }
  add(done, lines.length, (written) => sourceNode(schema, written));
  return blocks;
}

/** What the definitions of links of a text say; for `readWords`. */
export function readDefinitions(source: string): Env {
  const env: Env = {};
  parser.parse(source, env);
  return env;
}

/** The words that a line of Markdown is; undefined where the editor can't show them. */
export function readWords(schema: Schema, source: string, env: Env): Fragment | undefined {
  try {
    return readInline(schema, parser.parseInline(source, { ...env })[0]?.children ?? []);
  } catch (error) {
    if (error instanceof UnknownMarkup) return undefined;
    throw error;
  }
}
