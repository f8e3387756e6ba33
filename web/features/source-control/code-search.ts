// What the addresses of pages of code say beside their paths. Pure.
import { isNumber } from '../../platform/addresses.ts';

type Raw = Readonly<Record<string, unknown>>;

/** A text of the address; numbers are texts here, such as a branch called 12. */
const textIn = (raw: Raw, name: string): string | undefined => {
  const value = raw[name];
  return typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined;
};

const picked = <Name extends string>(raw: Raw, names: readonly Name[]): Partial<Record<Name, string>> => {
  const found: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = textIn(raw, name);
    if (value !== undefined) found[name] = value;
  }
  return found;
};

const numbered = <Name extends string>(raw: Raw, names: readonly Name[]): Partial<Record<Name, number>> => {
  const found: Partial<Record<Name, number>> = {};
  for (const name of names) {
    const value = textIn(raw, name);
    if (value !== undefined && isNumber(value)) found[name] = Number(value);
  }
  return found;
};

export interface FilesSearch {
  /** A branch, a tag or a hash; the default branch without. */
  ref?: string;
  path?: string;
  view?: 'blame' | 'source';
}

export function readFilesSearch(raw: Raw): FilesSearch {
  const view = raw['view'];
  return { ...picked(raw, ['ref', 'path']), ...(view === 'blame' || view === 'source' ? { view } : {}) };
}

export interface CommitsSearch {
  ref?: string;
  path?: string;
  author?: string;
  message?: string;
}

export const readCommitsSearch = (raw: Raw): CommitsSearch => picked(raw, ['ref', 'path', 'author', 'message']);

export interface CompareSearch {
  base?: string;
  head?: string;
}

export const readCompareSearch = (raw: Raw): CompareSearch => picked(raw, ['base', 'head']);

/** A repository by its project and name, as other installations address it. */
export interface FoundSearch extends FilesSearch {
  project?: string;
  name?: string;
  commit?: string;
}

export const readFoundSearch = (raw: Raw): FoundSearch => ({
  ...readFilesSearch(raw),
  ...picked(raw, ['project', 'name', 'commit']),
});

/** A Subversion repository by its project and name, and what of it: files without `part`. */
export interface SvnFoundSearch extends SvnSearch {
  project?: string;
  name?: string;
  part?: 'log' | 'revision';
}

export function readSvnFoundSearch(raw: Raw): SvnFoundSearch {
  const part = raw['part'];
  return {
    ...readSvnSearch(raw),
    ...picked(raw, ['project', 'name']),
    ...(part === 'log' || part === 'revision' ? { part } : {}),
  };
}

export interface PullsSearch {
  state?: 'open' | 'closed' | 'all';
  q?: string;
  /** Those that the person made or reviews. */
  mine?: boolean;
  /** Ids of who made it, of who reviews it, and of a label that it has. */
  author?: number;
  reviewer?: number;
  label?: number;
  /** The branch that it is to be merged into. */
  target?: string;
}

export function readPullsSearch(raw: Raw): PullsSearch {
  const state = raw['state'];
  return {
    ...picked(raw, ['q', 'target']),
    ...numbered(raw, ['author', 'reviewer', 'label']),
    ...(state === 'open' || state === 'closed' || state === 'all' ? { state } : {}),
    ...(raw['mine'] === true ? { mine: true } : {}),
  };
}

export interface PullSearch {
  tab?: 'overview' | 'changes' | 'commits';
}

export function readPullSearch(raw: Raw): PullSearch {
  const tab = raw['tab'];
  return tab === 'changes' || tab === 'commits' ? { tab } : {};
}

export interface SvnSearch {
  path?: string;
  /** The newest one without. */
  revision?: number;
  /** Whether the path is one of a file. */
  file?: boolean;
}

export function readSvnSearch(raw: Raw): SvnSearch {
  const revision = Number(textIn(raw, 'revision') ?? NaN);
  return {
    ...picked(raw, ['path']),
    ...(Number.isInteger(revision) && revision >= 0 ? { revision } : {}),
    ...(raw['file'] === true ? { file: true } : {}),
  };
}

export const readSvnRevisionSearch = (raw: Raw): { folder?: string } => picked(raw, ['folder']);

export const readNoSearch = (): Record<string, never> => ({});

/** The lines that the end of an address names, such as `L3` or `L3-L9`. */
export function readLines(hash: string): { first: number; last: number } | undefined {
  const [, one, other] = /^#?L(\d{1,9})(?:-L(\d{1,9}))?$/.exec(hash) ?? [];
  if (one === undefined) return undefined;
  const ends = [Number(one), Number(other ?? one)];
  return { first: Math.min(...ends), last: Math.max(...ends) };
}

export const writeLines = ({ first, last }: { first: number; last: number }): string =>
  first === last ? `L${first}` : `L${first}-L${last}`;
