// Reads what `svn` prints, piece by piece while it comes. Pure.
import { SaxesParser } from 'saxes';
import { decodeHunks, parseHunks } from './patch.ts';
import type { Hunk } from './patch.ts';

/** An element of what `svn --xml` prints. */
export interface SvnElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  text: string;
  children: SvnElement[];
}

/** What takes the pieces of an output, and has to be told of its end. */
export interface PieceReader {
  write(piece: Uint8Array): void;
  end(): void;
}

/** What XML can't have, and old messages do. */
const disallowed = /[\0-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Gives each element of this name, once all of it has come. */
export function readElements(wanted: string, take: (element: SvnElement) => void): PieceReader {
  const decoder = new TextDecoder();
  const parser = new SaxesParser();
  const open: SvnElement[] = [];
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length === 0 && name !== wanted) return;
    const element: SvnElement = { name, attributes, text: '', children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  const addText = (text: string): void => {
    const element = open.at(-1);
    if (element !== undefined) element.text += text;
  };
  parser.on('text', addText);
  parser.on('closetag', () => {
    const element = open.pop();
    if (element !== undefined && open.length === 0) take(element);
  });
  const write = (text: string): void => void parser.write(text.replace(disallowed, '\ufffd'));
  return {
    write: (piece) => write(decoder.decode(piece, { stream: true })),
    end: () => write(decoder.decode()),
  };
}

export const childOf = (element: SvnElement, name: string): SvnElement | undefined =>
  element.children.find((child) => child.name === name);

/** What `svn` tells of a revision: nothing but its number where the reader may see none of what it changed. */
export interface SvnRevision {
  revision: number;
  author: string | undefined;
  atMs: number | undefined;
  /** Undefined where the reader may not see all of what it changed. */
  message: string | undefined;
}

/** By a `commit` or `logentry`. */
export function revisionOf(element: SvnElement): SvnRevision {
  const atMs = Date.parse(childOf(element, 'date')?.text ?? '');
  return {
    revision: Number(element.attributes['revision']),
    author: childOf(element, 'author')?.text,
    atMs: Number.isNaN(atMs) ? undefined : atMs,
    message: childOf(element, 'msg')?.text,
  };
}

export interface SvnChange {
  /** `A` added, `M` changed, `D` removed, `R` replaced. */
  status: string;
  path: string;
  isFolder: boolean;
  /** What it was copied from. */
  source: { path: string; revision: number } | undefined;
  hasOtherProperties: boolean;
  hasOtherContent: boolean;
}

/** In order of their paths. */
export const changesOf = (entry: SvnElement): SvnChange[] =>
  (childOf(entry, 'paths')?.children ?? [])
    .map(({ text, attributes }) => {
      const from = attributes['copyfrom-path'];
      return {
        status: attributes['action'] ?? '',
        path: text.replace(/^\//, ''),
        isFolder: attributes['kind'] === 'dir',
        source: from === undefined ? undefined : { path: from.slice(1), revision: Number(attributes['copyfrom-rev']) },
        hasOtherProperties: attributes['prop-mods'] === 'true',
        hasOtherContent: attributes['text-mods'] === 'true',
      };
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));

/** Lines of a file that a revision changed. */
export type FileLines = { hunks: Hunk[] } | { leftOut: 'binary' | 'large' };

const partStart = '\nIndex: ';
const binaryMark = '\nCannot display: file marked as a binary type.\n';

function linesOf(body: string): FileLines {
  const head = body.indexOf('\n@@ ');
  const mark = body.indexOf(binaryMark);
  if (body.includes('\0') || (mark >= 0 && (head < 0 || mark < head))) return { leftOut: 'binary' };
  return { hunks: decodeHunks(parseHunks(body)) };
}

/**
 * Reads what `svn diff` prints, and gives each file by its path as printed. A file of more than `partLengthMax` bytes is left out.
 */
export function readFileLines(partLengthMax: number, take: (path: string, lines: FileLines) => void): PieceReader {
  const found = (path: string, lines: FileLines): void => take(Buffer.from(path, 'latin1').toString(), lines);
  let rest = '\n';
  /** Of a file of which too much has come already. */
  let skipped: string | undefined;
  const finish = (part: string): void => {
    const [path = '', ...lines] = part.split('\n');
    if (skipped !== undefined) found(skipped, { leftOut: 'large' });
    else if (part !== '') found(path, part.length > partLengthMax ? { leftOut: 'large' } : linesOf(lines.join('\n')));
    skipped = undefined;
  };
  const add = (text: string): void => {
    const searchFrom = Math.max(0, rest.length - partStart.length);
    rest += text;
    for (let at = rest.indexOf(partStart, searchFrom); at >= 0; at = rest.indexOf(partStart)) {
      finish(rest.slice(0, at));
      rest = rest.slice(at + partStart.length);
    }
    if (rest.length <= partLengthMax) return;
    skipped ??= rest.slice(0, rest.indexOf('\n'));
    rest = rest.slice(-partStart.length);
  };
  return {
    write: (piece) => add(Buffer.from(piece).toString('latin1')),
    end: () => finish(rest),
  };
}
