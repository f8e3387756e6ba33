// Tags that can't be changed once they are there: which changes of a commit touch one.

/** A path that a commit changes, as `svnlook changed` lists it. */
export interface ChangedPath {
  kind: 'added' | 'deleted' | 'changed';
  /** Of the repository, without slashes at its ends. */
  path: string;
}

const kinds = { A: 'added', D: 'deleted', U: 'changed', _: 'changed' } as const;
const isLetter = (text: string | undefined): text is keyof typeof kinds => text !== undefined && text in kinds;

const partsOf = (path: string): string[] => path.split('/').filter((part) => part !== '');

/** Reads what `svnlook changed` writes. Throws Error for a line that it does not know, so that nothing passes unseen. */
export const readChangedPaths = (output: string): ChangedPath[] =>
  output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [, letter, path] = /^(.)[U ]. (.+)$/.exec(line) ?? [];
      if (!isLetter(letter) || path === undefined) throw new Error(`svnlook tells of an unknown change: ${line}`);
      return { kind: kinds[letter], path: partsOf(path).join('/') };
    });

export interface TagRules {
  /** Folders of tags; `*` stands for one folder. */
  paths: readonly string[];
  /** Folders inside of them that hold tags and are none themselves. */
  whitelist: readonly string[];
}

/** Whether the first parts of the path are those of the pattern, in which `*` stands for one part. */
const startsWith = (path: readonly string[], pattern: readonly string[]): boolean =>
  pattern.length <= path.length && pattern.every((part, index) => part === '*' || part === path[index]);

const foldersOf = ({ paths, whitelist }: TagRules): string[][] =>
  [...paths, ...whitelist].map(partsOf).sort((a, b) => b.length - a.length);

/** The tag that a path is, or lies in; undefined for one that lies in no folder of tags, and for such a folder. */
function tagOf(parts: readonly string[], folders: readonly (readonly string[])[]): string | undefined {
  const folder = folders.find((pattern) => startsWith(parts, pattern));
  return folder === undefined || folder.length === parts.length
    ? undefined
    : parts.slice(0, folder.length + 1).join('/');
}

/**
 * The first tag that the changes touch, of those that were there before; undefined where they touch none. `listPaths` lists
 * what was in a folder that a change deletes.
 */
export async function findTouchedTag(
  changes: readonly ChangedPath[],
  rules: TagRules,
  listPaths: (folder: string) => Promise<readonly string[]>,
): Promise<string | undefined> {
  const folders = foldersOf(rules);
  const kindsOf = Map.groupBy(changes, ({ path }) => path);
  const isNew = (tag: string): boolean => kindsOf.get(tag)?.every(({ kind }) => kind === 'added') === true;
  for (const { path, kind } of changes) {
    const parts = partsOf(path);
    const tag = tagOf(parts, folders);
    if (tag !== undefined && !isNew(tag)) return tag;
    const mayHoldTags = folders.some((pattern) =>
      parts.every((part, index) => ['*', part].includes(pattern[index] ?? '')),
    );
    if (tag !== undefined || kind !== 'deleted' || !mayHoldTags) continue;
    for (const inside of await listPaths(path)) {
      const lost = tagOf(partsOf(inside), folders);
      if (lost !== undefined) return lost;
    }
  }
  return undefined;
}
