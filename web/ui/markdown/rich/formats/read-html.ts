// HTML by its blocks, each with its source. A block with anything that the editor would lose is a block of source. Needs a DOMParser.
import { DOMParser as SchemaParser } from '@tiptap/pm/model';
import type { Node, Schema } from '@tiptap/pm/model';
import { parseForeign } from '../foreign-html.ts';
import { isLinkable } from '../linkable.ts';
import type { ReadBlock } from './read-block.ts';

interface Piece {
  start: number;
  end: number;
}

const blocks = new Set(
  (
    'address article aside blockquote center dd details dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 ' +
    'header hr li main menu nav ol p pre section table ul'
  ).split(' '),
);
const voids = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));

const sign = /<!--[^]*?(?:-->|$)|<(\/?)([a-z][^\s/>]*)(?:"[^"]*"|'[^']*'|[^'">])*>/gi;

/** Cuts where a block at the top begins and ends; words between blocks are pieces of their own. Whether that is right, a parser tells. */
function cutBlocks(source: string): Piece[] {
  const pieces: Piece[] = [];
  const open: string[] = [];
  let start = 0;
  const cut = (at: number): void => {
    if (at > start) pieces.push({ start, end: at });
    start = at;
  };
  for (const { index, 0: written, 1: slash, 2: given } of source.matchAll(sign)) {
    const name = given?.toLowerCase();
    const end = index + written.length;
    if (name === undefined) continue;
    const isBlock = blocks.has(name);
    if (slash === '/') {
      const at = open.lastIndexOf(name);
      if (at < 0) continue;
      open.length = at;
      if (at === 0 && isBlock) cut(end);
      continue;
    }
    if (isBlock && open.length === 1 && open[0] === 'p') open.length = 0;
    if (isBlock && open.length === 0) cut(index);
    if (!voids.has(name)) open.push(name);
    else if (isBlock && open.length === 0) cut(end);
  }
  cut(source.length);
  return pieces;
}

/** Without the blanks around each piece, which part it from its neighbours. */
function trimPieces(source: string, pieces: readonly Piece[]): Piece[] {
  return pieces.flatMap(({ start, end }) => {
    const text = source.slice(start, end);
    const [before = ''] = /^[ \t\r\n\f]*/.exec(text) ?? [];
    const [after = ''] = /[ \t\r\n\f]*$/.exec(text) ?? [];
    return before.length === text.length ? [] : [{ start: start + before.length, end: end - after.length }];
  });
}

const words = 'a b br code del em i img s span strike strong u'.split(' ');
const known = new Set([
  ...words,
  ...'blockquote div h1 h2 h3 h4 h5 h6 hr input li ol p pre table tbody td th thead tr ul'.split(' '),
]);

/** Attributes that the editor has, by element. */
const keptAttributes: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'title'],
  img: ['src', 'alt', 'title', 'width', 'height'],
  input: ['type', 'checked', 'disabled'],
  ol: ['start'],
};

/** Attributes that nothing is shown by. */
const silent = /^(?:id|class|rel|target|data-.*|border|cellpadding|cellspacing)$/;

function isKnownAttribute({ localName: element, parentElement }: Element, { name, value }: Attr): boolean {
  if (keptAttributes[element]?.includes(name) === true) return true;
  if (name === 'data-style')
    return /^t[dh]$/.test(element) && /^\s*text-align:\s*(?:left|right|center);?\s*$/.test(value);
  if (name === 'class') {
    if (element === 'code' && parentElement?.localName === 'pre') return /^language-\S+$/.test(value);
    return !/\b(?:align|look)-/.test(value);
  }
  return silent.test(name);
}

const onlyWords = (element: Element): boolean =>
  [...element.querySelectorAll('*')].every(({ localName }) => words.includes(localName));

function hasKnownContent(element: Element): boolean {
  const { localName: name, children, parentElement } = element;
  if (/^t[dh]$/.test(name)) {
    const [first] = children;
    return first?.localName === 'p' && children.length === 1
      ? element.textContent === first.textContent && onlyWords(first)
      : onlyWords(element);
  }
  if (name === 'div') return onlyWords(element);
  if (name === 'input') return element.getAttribute('type') === 'checkbox' && element.closest('li') !== null;
  if (name === 'pre')
    return (
      children.length === 0 ||
      (children.length === 1 && children[0]?.localName === 'code' && children[0].children.length === 0)
    );
  if (name === 'a') return isLinkable(element.getAttribute('href') ?? 'none:');
  return name !== 'span' || parentElement !== null;
}

/** Whether the editor shows all that a block has. */
function isRepresentable(body: Element): boolean {
  const elements = [...body.querySelectorAll('*')];
  const hasComments = body.innerHTML.includes('<!--');
  return (
    !hasComments &&
    elements.every(
      (element) =>
        known.has(element.localName) &&
        [...element.attributes].every((attribute) => isKnownAttribute(element, attribute)) &&
        hasKnownContent(element),
    )
  );
}

function readPiece(schema: Schema, source: string): Node {
  const body = parseForeign(source);
  if (isRepresentable(body)) {
    const { childCount, firstChild } = SchemaParser.fromSchema(schema).parse(body);
    if (childCount === 1 && firstChild !== null) return firstChild;
  }
  return schema.node('sourceBlock', null, [schema.text(source.replaceAll(/\r\n?/g, '\n'))]);
}

/** The blocks of a text in HTML. What is between them is blank. */
export function readHtml(schema: Schema, source: string): ReadBlock[] {
  const pieces = cutBlocks(source);
  const apart = pieces.map(({ start, end }) => parseForeign(source.slice(start, end)).innerHTML).join('');
  const whole = parseForeign(source).innerHTML;
  const isRight = apart.replaceAll(/\s+/g, '') === whole.replaceAll(/\s+/g, '');
  return trimPieces(source, isRight ? pieces : [{ start: 0, end: source.length }]).map(({ start, end }) => ({
    node: readPiece(schema, source.slice(start, end)),
    start,
    end,
  }));
}
