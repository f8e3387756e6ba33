// What an import passes over: each thing once, with the place where it first came and how often it did.
import { says } from '../../../platform/texts/said.ts';
import type { Said } from '../../../platform/texts/said.ts';

/** `line` points into the file; 0 for what has no place there. */
export type Warn = (line: number, element: string, sentence: Said) => void;

/** An archive that is wrong throughout need not fill the memory. */
const distinctMax = 1000;

export interface Warnings {
  readonly warn: Warn;
  /** One sentence each, with its place, in the order in which each came first. */
  readonly list: () => Said[];
}

export const locationIn = (file: string, line: number): string | Said =>
  line === 0 ? file : says('left.line')`${file}, line ${line}`;

/** The sentence with where it is about; `times` follows it. */
export const warnAt = (place: string | Said, element: string, sentence: Said, times: string | Said = ''): Said =>
  says('left.at')`${place}, <${element}>: ${sentence}${times}`;

/** Beyond 1000 different warnings they are only counted. `first` are those that were found before. */
export function createWarnings(first: readonly Said[] = [], file = 'project.xml'): Warnings {
  const found = new Map<string, { line: number; element: string; sentence: Said; count: number }>();
  let hiddenCount = 0;
  return {
    warn(line, element, sentence) {
      const key = `${element} ${sentence.text}`;
      const known = found.get(key);
      if (known !== undefined) known.count += 1;
      else if (found.size < distinctMax) found.set(key, { line, element, sentence, count: 1 });
      else hiddenCount += 1;
    },
    list: () => [
      ...first,
      ...found
        .values()
        .map(({ line, element, sentence, count }) =>
          warnAt(locationIn(file, line), element, sentence, count === 1 ? '' : says('left.times')` (${count} times)`),
        ),
      ...(hiddenCount === 0 ? [] : [says('left.more')`and ${hiddenCount} more warnings`]),
    ],
  };
}
