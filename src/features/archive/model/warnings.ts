// What an import passes over: each thing once, with the place where it first came and how often it did.

/** `line` points into the file; 0 for what has no place there. */
export type Warn = (line: number, element: string, message: string) => void;

/** An archive that is wrong throughout need not fill the memory. */
const distinctMax = 1000;

export interface Warnings {
  readonly warn: Warn;
  /** `message` names the element itself. */
  readonly add: (line: number, message: string) => void;
  /** One sentence each, with its place, in the order in which each came first. */
  readonly list: () => string[];
}

/** Beyond 1000 different warnings they are only counted. `first` are those that were found before. */
export function createWarnings(first: readonly string[] = [], file = 'project.xml'): Warnings {
  const found = new Map<string, { line: number; count: number }>();
  let hiddenCount = 0;
  const show = ([message, { line, count }]: [string, { line: number; count: number }]): string =>
    `${file}${line === 0 ? '' : `, line ${line}`}, ${message}${count === 1 ? '' : ` (${count} times)`}`;
  const add = (line: number, message: string): void => {
    const known = found.get(message);
    if (known !== undefined) known.count += 1;
    else if (found.size < distinctMax) found.set(message, { line, count: 1 });
    else hiddenCount += 1;
  };
  return {
    add,
    warn: (line, element, message) => add(line, `<${element}>: ${message}`),
    list: () => [
      ...first,
      ...found.entries().map(show),
      ...(hiddenCount === 0 ? [] : [`and ${hiddenCount} more warnings`]),
    ],
  };
}
