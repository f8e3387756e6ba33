// What somebody is about to name while typing: a person after @, an artifact after #. Pure.
import type { Edit } from './markdown-edits.ts';

export interface Trigger {
  kind: 'person' | 'reference';
  /** What was typed of it so far. */
  query: string;
  /** Where in the text it begins, with the word before it that names a kind of artifact, such as `art` of `art #12`. */
  start: number;
  end: number;
  keyword: string;
}

const before = String.raw`(?<=^|[\s(\[{"'*_>,;:])`;
const person = new RegExp(`${before}@(?<query>[\\p{L}\\p{N}._-]{0,40})$`, 'u');
const reference = new RegExp(`${before}(?:(?<keyword>[A-Za-z]\\w*) )?#(?<query>[\\p{L}\\p{N}_-]{1,60})$`, 'u');

/** What is being named at the caret; undefined where nothing is. */
export function findTrigger(text: string, caret: number): Trigger | undefined {
  const line = text.slice(text.lastIndexOf('\n', caret - 1) + 1, caret);
  const lineStart = caret - line.length;
  for (const [kind, pattern] of [
    ['person', person],
    ['reference', reference],
  ] as const) {
    const match = pattern.exec(line);
    if (match === null) continue;
    const { query = '', keyword = '' } = match.groups ?? {};
    return { kind, query, keyword, start: lineStart + match.index, end: caret };
  }
  return undefined;
}

const anyArtifact = new Set(['art', 'artifact']);

/** Names a person; `username` as the account has it. */
export const completePerson = ({ start, end }: Trigger, username: string): Edit =>
  insertAt(start, end, `@${username} `);

/** Names an artifact, with the keyword that was typed where that leads to it; `xref` such as `story #19`. */
export function completeReference({ start, end, keyword }: Trigger, id: number, xref: string): Edit {
  const isKept = anyArtifact.has(keyword.toLowerCase()) || xref.toLowerCase() === `${keyword.toLowerCase()} #${id}`;
  const kept = keyword === '' ? '' : `${keyword} `;
  return insertAt(start, end, isKept ? `${kept}#${id} ` : `${kept}${xref} `);
}

const insertAt = (start: number, end: number, insert: string): Edit => {
  const at = start + insert.length;
  return { start, end, insert, select: { start: at, end: at } };
};
