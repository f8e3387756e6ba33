// A text while it is edited: its blocks, each with the source that it was read from. A block that is as it was is written as it was,
// byte for byte, with what was between it and its neighbours; other blocks are written anew. Pure.
import type { Node, Schema } from '@tiptap/pm/model';
import type { TextFormat } from './read-block.ts';
import { readHtml } from './read-html.ts';
import { readMarkdown } from './read-markdown.ts';
import { writeHtml } from './write-html.ts';
import { createMarkdownWriter } from './write-markdown.ts';

interface Original {
  node: Node;
  source: string;
  index: number;
}

export interface OpenText {
  /** At least one. */
  blocks: readonly Node[];
  /** The source of a document that `blocks` became. */
  write(doc: Node): string;
}

const isBlank = (node: Node): boolean => node.type.name === 'paragraph' && node.childCount === 0;

/** Finds the blocks that a node may have been: one that was edited and undone is equal to what it was. */
function createFinder(originals: readonly Original[]): (node: Node) => readonly Original[] {
  const byText = new Map<string, Original[]>();
  const found = new WeakMap<Node, readonly Original[]>();
  for (const original of originals) {
    const { textContent } = original.node;
    const alike = byText.get(textContent);
    if (alike === undefined) byText.set(textContent, [original]);
    else alike.push(original);
    found.set(original.node, [original]);
  }
  return (node) => {
    const known = found.get(node) ?? byText.get(node.textContent)?.filter((one) => one.node.eq(node)) ?? [];
    found.set(node, known);
    return known;
  };
}

/** A block of the document, with the index of the block that it was; undefined for one that is new. */
interface Written {
  node: Node;
  original: Original | undefined;
  index: number | undefined;
}

/** Where as many blocks are between two untouched ones as there were, each is another version of the one in its place. */
function alignBlocks(nodes: readonly Node[], find: (node: Node) => readonly Original[], count: number): Written[] {
  let last = -1;
  const written: Written[] = nodes.map((node) => {
    const candidates = find(node);
    const original = candidates.find(({ index }) => index > last) ?? candidates[0];
    last = original?.index ?? last;
    return { node, original, index: original?.index };
  });
  let before = -1;
  let changed: Written[] = [];
  const settle = (next: number): void => {
    if (next - before - 1 === changed.length)
      for (const [offset, version] of changed.entries()) version.index = before + 1 + offset;
    before = next;
    changed = [];
  };
  for (const one of written) {
    if (one.index === undefined) changed.push(one);
    else settle(one.index);
  }
  settle(count);
  return written;
}

export function openText(schema: Schema, source: string, format: TextFormat): OpenText {
  const read = format === 'html' ? readHtml(schema, source) : readMarkdown(schema, source);
  const originals = read.map(({ node, start, end }, index) => ({ node, source: source.slice(start, end), index }));
  const gaps = read.map(({ end }, index) => source.slice(end, read[index + 1]?.start));
  const lead = source.slice(0, read[0]?.start);
  const lineEnd = source.includes('\r\n') ? '\r\n' : '\n';
  const parting = format === 'html' ? lineEnd : `${lineEnd}${lineEnd}`;
  const find = createFinder(originals);
  const writeBlock = format === 'html' ? writeHtml : createMarkdownWriter(schema, source);
  const cached = new WeakMap<Node, string>();
  const sourceOf = ({ node, original }: Written): string => {
    if (original !== undefined) return original.source;
    const known = cached.get(node) ?? writeBlock(node).replaceAll('\n', lineEnd);
    cached.set(node, known);
    return known;
  };
  /** What was between two blocks, where it still parts them. */
  const gapBetween = (one: Written, other: Written): string => {
    const gap = gaps[one.index ?? -1];
    if (gap === undefined || one.index === undefined || other.index !== one.index + 1) return parting;
    const areAlike = [one, other].every(({ node, index = -1 }) => node.type === originals[index]?.node.type);
    return areAlike || /\n[^\S\n]*\r?\n/.test(gap) || (format === 'html' && gap !== '') ? gap : parting;
  };
  return {
    blocks: read.length === 0 ? [schema.node('paragraph')] : read.map(({ node }) => node),
    write(doc) {
      const blocks = alignBlocks(
        doc.children.filter((node) => !isBlank(node) || find(node).length > 0),
        find,
        originals.length,
      );
      const [first] = blocks;
      if (first === undefined) return read.length === 0 ? source : '';
      const parts = [read.length === 0 ? '' : lead];
      for (const [at, block] of blocks.entries()) {
        parts.push(sourceOf(block));
        const next = blocks[at + 1];
        if (next !== undefined) parts.push(gapBetween(block, next));
      }
      return `${parts.join('')}${gaps.at(-1) ?? ''}`;
    },
  };
}
