// A block in Markdown. Pure.
import type { Node, Schema } from '@tiptap/pm/model';
import { readDefinitions } from './read-markdown.ts';
import { writeWords } from './write-words.ts';

const indent = (text: string, by: string): string => text.replaceAll(/\n(?=[^\n])/g, `\n${by}`);

const fence = (text: string, least: string): string => {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  return longest < least.length ? least : '`'.repeat(longest + 1);
};

function writeCodeBlock(node: Node): string {
  const language = String(node.attrs['language']);
  const marks = language.includes('`') ? '~~~' : fence(node.textContent, '```');
  return `${marks}${language}\n${node.textContent === '' ? '' : `${node.textContent}\n`}${marks}`;
}

const alignSigns: Readonly<Record<string, string>> = { left: ':--', right: '--:', center: ':-:' };

const underList = new Set(['bulletList', 'orderedList', 'codeBlock', 'blockquote', 'heading']);

/** What parts two blocks of an item: only what can't be taken for a part of the first stands right below it. */
const parting = (isTight: boolean, before: Node, after: Node): string =>
  isTight && /^(?:paragraph|heading)$/.test(before.type.name) && underList.has(after.type.name) ? '\n' : '\n\n';

/** Writes blocks of a document whose source was `source`: its definitions of links stay. */
export function createMarkdownWriter(schema: Schema, source: string): (node: Node) => string {
  const env = readDefinitions(source);
  const words = (node: Node, isLine = false): string => writeWords(schema, node.content, env, isLine);

  const writeRow = (row: Node): string =>
    `| ${row.children
      .map(({ firstChild }) => (firstChild === null ? '' : words(firstChild, true).replaceAll('|', String.raw`\|`)))
      .join(' | ')} |`;

  const writeTable = (table: Node): string => {
    const [head, ...rows] = table.children;
    if (head === undefined) return '';
    const aligns = head.children.map(({ attrs }) => alignSigns[String(attrs['align'])] ?? '---');
    return [writeRow(head), `| ${aligns.join(' | ')} |`, ...rows.map(writeRow)].join('\n');
  };

  const writeItem = (item: Node, marker: string, isTight: boolean): string => {
    const box = item.attrs['checked'] === null ? '' : item.attrs['checked'] === true ? '[x] ' : '[ ] ';
    const content = item.children
      .map((child, at) => {
        const after = item.children[at + 1];
        return `${writeBlock(child)}${after === undefined ? '' : parting(isTight, child, after)}`;
      })
      .join('');
    return `${marker} ${box}${indent(content, ' '.repeat(marker.length + 1))}`.trimEnd();
  };

  const writeList = (list: Node): string => {
    const { tight, marker, start, delimiter } = list.attrs;
    const isTight = tight === true;
    return list.children
      .map((item, at) => {
        const sign = list.type.name === 'orderedList' ? `${Number(start) + at}${String(delimiter)}` : String(marker);
        return writeItem(item, sign, isTight);
      })
      .join(isTight ? '\n' : '\n\n');
  };

  function writeBlock(node: Node): string {
    switch (node.type.name) {
      case 'heading': {
        const text = words(node, true).replace(/(^|[ \t])(#+)$/, String.raw`$1\$2`);
        return `${'#'.repeat(Number(node.attrs['level']))} ${text}`.trimEnd();
      }
      case 'blockquote':
        return node.children
          .map(writeBlock)
          .join('\n\n')
          .split('\n')
          .map((line) => (line === '' ? '>' : `> ${line}`))
          .join('\n');
      case 'bulletList':
      case 'orderedList':
        return writeList(node);
      case 'codeBlock':
        return writeCodeBlock(node);
      case 'sourceBlock':
        return node.textContent;
      case 'horizontalRule':
        return '---';
      case 'table':
        return writeTable(node);
      default:
        return words(node);
    }
  }
  return writeBlock;
}
