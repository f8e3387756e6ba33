// Comments by threads, and the lines that they are about. Pure.
import type { Schemas } from '../../../platform/schemas.ts';

type Entry = Schemas['PullRequestTimeline']['collection'][number];
export type Said = Schemas['PullRequestComment'] | Schemas['PullRequestInlineComment'];
export type OnLine = Schemas['PullRequestInlineComment'];

export interface Thread<T extends Said> {
  first: T;
  answers: readonly T[];
}

export const isOnLine = (entry: Entry): entry is OnLine => 'file_path' in entry;
export const isSaid = (entry: Entry): entry is Said => 'raw_content' in entry;

/** Each first comment with what was answered to it, in order. */
export function threadsOf<T extends Said>(said: readonly T[]): Thread<T>[] {
  const answers = Map.groupBy(
    said.filter((one) => one.parent_id !== 0),
    (one) => one.parent_id,
  );
  return said.filter((one) => one.parent_id === 0).map((first) => ({ first, answers: answers.get(first.id) ?? [] }));
}

/** At the end of the address of what a pull request changes: leads to a thread. */
export const threadAnchor = (id: number): string => `thread-${id}`;

interface Numbered {
  unidiff_offset: number;
  old_offset: number | null;
  new_offset: number | null;
}

interface Line {
  old_line: number | null;
  new_line: number | null;
}

/** What two lines have in common that are the same one of a file. */
export const keyOf = (path: string, { old_line: before, new_line: after }: Line): string =>
  `${before}:${after} ${path}`;

/** Threads by the line that they are about, in one file; what is outdated is about none. */
export function byLine(
  path: string,
  lines: readonly Numbered[],
  said: readonly OnLine[],
): Map<string, Thread<OnLine>[]> {
  const places = new Map(
    lines.map((line) => [line.unidiff_offset, keyOf(path, { old_line: line.old_offset, new_line: line.new_offset })]),
  );
  const found = new Map<string, Thread<OnLine>[]>();
  for (const thread of threadsOf(said)) {
    const place = thread.first.is_outdated ? undefined : places.get(thread.first.unidiff_offset);
    if (place !== undefined) found.set(place, [...(found.get(place) ?? []), thread]);
  }
  return found;
}

/** Keys of all lines of one file that comments on several lines are about. */
export function linesOfRanges(path: string, lines: readonly Numbered[], said: readonly OnLine[]): string[] {
  const ranges = said.filter((one) => !one.is_outdated && one.first_unidiff_offset < one.unidiff_offset);
  return lines.flatMap(({ unidiff_offset: offset, old_offset, new_offset }) =>
    ranges.some((one) => one.first_unidiff_offset <= offset && offset <= one.unidiff_offset)
      ? keyOf(path, { old_line: old_offset, new_line: new_offset })
      : [],
  );
}

/** Threads of one file that are about none of the lines that its difference shows. */
export function restOf<T>(
  { path, hunks }: { path: string; hunks: readonly { lines: readonly Line[] }[] },
  threads: ReadonlyMap<string, readonly T[]>,
): T[] {
  const shown = new Set(hunks.flatMap(({ lines }) => lines.map((line) => keyOf(path, line))));
  return [...threads].flatMap(([key, here]) =>
    key.slice(key.indexOf(' ') + 1) === path && !shown.has(key) ? here : [],
  );
}

/** The number of a line on the side that has it: of what was removed on the old one. */
export const numberOf = ({ old_line: before, new_line: after }: Line): number => after ?? before ?? 0;

/** Whether the older version alone has both lines, or neither. */
export const isSameSide = (one: Line, other: Line): boolean => (one.new_line === null) === (other.new_line === null);

/** Whether a line is between two of the same side, both included. */
export function isWithin(line: Line, { first, last }: { first: number; last: Line }): boolean {
  const number = last.new_line === null ? line.old_line : line.new_line;
  return number !== null && first <= number && number <= numberOf(last);
}

/** What would take the place of lines, as a text to begin with: they themselves. */
export function suggestionOf(lines: readonly string[]): string {
  const inside = lines.join('\n');
  const longest = Math.max(2, ...[...inside.matchAll(/`+/g)].map(([marks]) => marks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}suggestion\n${inside}\n${fence}\n`;
}
