// Reads user_map.csv: what the operator wants done with users of an archive that need a decision.
import { invalid } from '../../../platform/errors.ts';
import { splitCells, splitLines } from '../../../platform/spreadsheets/csv.ts';

/** A: active, R: restricted, S: suspended. */
export type AccountStatus = 'A' | 'R' | 'S';

export type UserMapAction =
  | { readonly kind: 'create'; readonly status: AccountStatus }
  | { readonly kind: 'map'; readonly username: string }
  | { readonly kind: 'noop' };

export interface UserMapEntry {
  readonly action: UserMapAction;
  readonly line: number;
}

/** By user name of users.xml. */
export type UserMap = ReadonlyMap<string, UserMapEntry>;

const firstColumns = ['name', 'action'];

const readAction = (place: string, text: string): UserMapAction => {
  if (text === 'noop') return { kind: 'noop' };
  if (text === 'create') return { kind: 'create', status: 'S' };
  const status = (['A', 'R', 'S'] as const).find((letter) => text === `create:${letter}`);
  if (status !== undefined) return { kind: 'create', status };
  const target = /^map:(.+)$/.exec(text)?.[1]?.trim();
  if (target !== undefined && target !== '') return { kind: 'map', username: target };
  throw invalid(
    `${place}: the action is \`${text}\`, must be noop, create, create:A, create:R, create:S or map:<user>`,
  );
};

const readCells = (place: string, line: string): string[] => {
  const cells = splitCells(line);
  if (cells === undefined) throw invalid(`${place}: a name is missing or quotes are not balanced`);
  return cells;
};

/**
 * Parses the file's text: a header that starts with `name,action`, then a line per user; `create` alone means suspended.
 * Further columns, such as comments, are for people.
 * A file with only the header is an empty map. Throws invalid with file and line for a wrong header, an unknown action
 * or a name that comes twice.
 */
export const readUserMap = (text: string, file: string): UserMap => {
  const [header = '', ...lines] = splitLines(text);
  const columns = readCells(`${file}, line 1`, header);
  if (firstColumns.some((column, index) => columns[index] !== column))
    throw invalid(`${file}, line 1: the first columns must be \`name\` and \`action\``);
  const entries = new Map<string, UserMapEntry>();
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const place = `${file}, line ${index + 2}`;
    const [name = '', action] = readCells(place, line);
    if (name === '' || action === undefined) throw invalid(`${place}: each line needs the columns name and action`);
    const earlier = entries.get(name);
    if (earlier !== undefined) throw invalid(`${place}: the user \`${name}\` is already named in line ${earlier.line}`);
    entries.set(name, { action: readAction(place, action), line: index + 2 });
  }
  return entries;
};
