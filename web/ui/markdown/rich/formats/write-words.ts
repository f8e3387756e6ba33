// Words in Markdown: as they are where that reads as the same words, else with what would be taken for a sign escaped. Pure.
import { Fragment } from '@tiptap/pm/model';
import type { Mark, Node, Schema } from '@tiptap/pm/model';
import type { Env } from 'markdown-it';
import { readWords } from './read-markdown.ts';

/** `tags` is for what the signs of Markdown can't say, such as one bold letter beside a full stop. */
type Mode = 'plain' | 'escaped' | 'tags';

const marksWithSigns = ['link', 'bold', 'italic', 'strike'];

const signs: Readonly<Record<string, { sign: string; tag: string }>> = {
  bold: { sign: '**', tag: 'strong' },
  italic: { sign: '_', tag: 'em' },
  strike: { sign: '~~', tag: 's' },
};

const hasMark = (node: Node | undefined, mark: Mark): boolean => node !== undefined && mark.isInSet(node.marks);

const isCode = (node: Node): boolean => node.marks.some(({ type }) => type.name === 'code');

const cutBlanks = /^(?<before>[ \t\n]*)(?<core>[^]*?)(?<after>[ \t\n]*)$/;

/** Blanks at the edge of a look leave it: no sign of Markdown stands beside a blank inside. */
function expelBlanks(schema: Schema, content: readonly Node[]): Node[] {
  const pieces = content.flatMap((node) => {
    if (!node.isText || isCode(node) || node.marks.some(({ type }) => type.name === 'softBreak')) return [node];
    const { before = '', core = '', after = '' } = cutBlanks.exec(node.text ?? '')?.groups ?? {};
    return [before, core, after].flatMap((text) => (text === '' ? [] : [schema.text(text, node.marks)]));
  });
  return pieces.map((piece, at) => {
    if (!piece.isText || isCode(piece) || /[^ \t\n]/.test(piece.text ?? '')) return piece;
    const kept = piece.marks.filter(
      (mark) => mark.type.name === 'softBreak' || (hasMark(pieces[at - 1], mark) && hasMark(pieces[at + 1], mark)),
    );
    return piece.mark(kept);
  });
}

/** Words as Markdown can say them: without blanks at either end, and without looks that it has no signs for. */
function tidyWords(schema: Schema, content: Fragment, isLine: boolean): Fragment {
  const plain = content.content.map((node) => node.mark(node.marks.filter(({ type }) => type.name !== 'underline')));
  const pieces = expelBlanks(schema, plain);
  const isEdge = (node: Node | undefined): boolean => node?.isText === true && /^[ \t\n]*$/.test(node.text ?? '');
  while (isEdge(pieces[0])) pieces.shift();
  while (isEdge(pieces.at(-1)) || (!isLine && pieces.at(-1)?.type.name === 'hardBreak')) pieces.pop();
  return Fragment.fromArray(pieces);
}

const escapeText = (text: string): string =>
  text
    .replaceAll(/[\\`*[\]<~]/g, String.raw`\$&`)
    .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, String.raw`\_`)
    .replaceAll(/&(?=#?\w+;)/g, String.raw`\&`);

function writeCode(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = /^`|`$|^ .* $/.test(text) ? ' ' : '';
  return `${fence}${pad}${text}${pad}${fence}`;
}

function writeAddress(address: string, title: unknown): string {
  const to = /^[^\s<>()\\]+$/.test(address) ? address : `<${address.replaceAll(/[<>\\]/g, String.raw`\$&`)}>`;
  return typeof title === 'string' ? `${to} "${title.replaceAll(/["\\]/g, String.raw`\$&`)}"` : to;
}

interface Style {
  mode: Mode;
  /** Of a cell: all is one line. */
  isLine: boolean;
}

function writePiece(node: Node, { mode, isLine }: Style): string {
  if (node.type.name === 'hardBreak') return isLine ? '<br>' : '\\\n';
  if (node.type.name === 'image') {
    const { alt, src, title } = node.attrs;
    return `![${escapeText(String(alt))}](${writeAddress(String(src), title)})`;
  }
  const text = node.text ?? '';
  if (isCode(node)) return writeCode(text.replaceAll('\n', ' '));
  if (node.marks.some(({ type }) => type.name === 'softBreak')) return isLine ? text : text.replace(' ', '\n');
  const oneLine = text.replaceAll('\n', ' ');
  return mode === 'plain' ? oneLine : escapeText(oneLine);
}

function openMark({ type }: Mark, mode: Mode): string {
  if (type.name === 'link') return '[';
  const { sign = '', tag = '' } = signs[type.name] ?? {};
  return mode === 'tags' ? `<${tag}>` : sign;
}

function closeMark({ type, attrs }: Mark, mode: Mode): string {
  if (type.name === 'link') return `](${writeAddress(String(attrs['href']), attrs['title'])})`;
  const { sign = '', tag = '' } = signs[type.name] ?? {};
  return mode === 'tags' ? `</${tag}>` : sign;
}

/** A link that reads as its address. */
const isAutolink = (node: Node, before: Node | undefined, after: Node | undefined): boolean => {
  const link = node.marks.find(({ type }) => type.name === 'link');
  return (
    link !== undefined &&
    node.marks.length === 1 &&
    link.attrs['title'] === null &&
    link.attrs['href'] === node.text &&
    /^[a-z][a-z\d+.-]+:[^\s<>]*$/i.test(node.text ?? '') &&
    !hasMark(before, link) &&
    !hasMark(after, link)
  );
};

/** How many of the next pieces a mark goes on over. */
const reach = (nodes: readonly Node[], from: number, mark: Mark): number => {
  let to = from;
  while (hasMark(nodes[to], mark)) to += 1;
  return to;
};

function joinPieces(nodes: readonly Node[], style: Style): string {
  let [written, open]: [string, Mark[]] = ['', []];
  const closeTo = (count: number): void => {
    for (const mark of open.splice(count).toReversed()) written += closeMark(mark, style.mode);
  };
  for (const [at, node] of nodes.entries()) {
    const isAuto = isAutolink(node, nodes[at - 1], nodes[at + 1]);
    const wanted = isAuto ? [] : node.marks.filter(({ type }) => marksWithSigns.includes(type.name));
    const kept = open.findIndex((mark) => !mark.isInSet(wanted));
    if (kept >= 0) closeTo(kept);
    const fresh = wanted.filter((mark) => !mark.isInSet(open));
    // What goes on for longer is opened first.
    fresh.sort((one, other) => reach(nodes, at, other) - reach(nodes, at, one));
    for (const mark of fresh) written += openMark(mark, style.mode);
    open = [...open, ...fresh];
    written += isAuto ? `<${node.text}>` : writePiece(node, style);
  }
  closeTo(0);
  return written;
}

/** Signs that begin a block, at the start of a line. */
const blockSign =
  /^[ \t]*(?:(#{1,6}|[-+*])(?=[ \t]|$)|>|=+[ \t]*$|-+[ \t]*$|([-*_])(?:[ \t]*\2){2,}[ \t]*$|~~~|```|[|:-][\s|:-]*-[\s|:-]*$|\[(?=[^\]]+\]:)|<(?!(?:strong|em|s|br)>|[a-z][a-z\d+.-]*:)(?=[a-z!?/]))/i;

const escapeLine = (line: string): string => {
  const text = line.replace(/^[ \t]+/, '');
  if (blockSign.test(text)) return `\\${text}`;
  return text.replace(/^(\d{1,9})([.)])(?=[ \t]|$)/, String.raw`$1\$2`);
};

/** The words of a block. With `isLine`, all of them in one line. */
export function writeWords(schema: Schema, content: Fragment, env: Env, isLine = false): string {
  const words = tidyWords(schema, content, isLine);
  const written = new Map<Mode, string>();
  const nodes = words.content;
  for (const mode of ['plain', 'escaped', 'tags'] as const) {
    const text = joinPieces(nodes, { mode, isLine });
    written.set(mode, text);
    const read = mode === 'tags' ? undefined : readWords(schema, text, env);
    if (read?.eq(isLine ? withoutBreaks(words) : words) === true) return finish(text, isLine);
  }
  const hasLooks = nodes.some(({ marks }) => marks.some(({ type }) => signs[type.name] !== undefined));
  return finish(written.get(hasLooks ? 'tags' : 'escaped') ?? '', isLine);
}

const finish = (text: string, isLine: boolean): string => (isLine ? text : text.split('\n').map(escapeLine).join('\n'));

/** Line breaks of the source read as blanks where all is one line. */
const withoutBreaks = (words: Fragment): Fragment =>
  Fragment.fromArray(
    words.content.map((node) => node.mark(node.marks.filter(({ type }) => type.name !== 'softBreak'))),
  );
